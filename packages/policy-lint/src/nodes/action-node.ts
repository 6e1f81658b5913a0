import {
  type ActionDefinition,
  interpolations,
  type Interpolations,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toPointer,
} from "@traffic-policy/policy-language";
import { ExpressionNode, type Facts, type Place } from "./expression-node.ts";
import type { PlaceMemory } from "./memory.ts";

/** An action of a rule, if it is an object with a type. */
export class ActionNode {
  /** JSON Pointer to the action; "" for a standalone action. */
  readonly path: string;
  readonly value: JsonObject;
  readonly type: string;
  readonly place: Place;
  readonly definition: ActionDefinition | undefined;
  readonly config: JsonValue | undefined;
  readonly #fields: JsonObject | undefined;
  readonly #memory: PlaceMemory;
  #json: string | undefined;
  #strings: readonly PlacedString[] | undefined;
  #texts: readonly TextNode[] | undefined;
  #expressions: readonly ExpressionNode[] | undefined;

  constructor(value: JsonObject, type: string, memory: PlaceMemory, path = "") {
    this.value = value;
    this.type = type;
    this.path = path;
    this.place = memory.place;
    this.definition = this.place.dialect.actions.get(type);
    this.config = value["config"];
    this.#fields = isJsonObject(this.config) ? this.config : undefined;
    this.#memory = memory;
  }

  get json(): string {
    this.#json ??= JSON.stringify(this.value);
    return this.#json;
  }

  get facts(): Facts {
    return this.#memory.action(this.json);
  }

  get alone(): ActionNode {
    return new ActionNode(this.value, this.type, this.#memory);
  }

  get texts(): readonly TextNode[] {
    this.#texts ??= (this.definition?.interpolated ?? []).flatMap((field) =>
      strings(this.field(field), this.pathOf(field)).map(
        ([path, text]) => new TextNode(path, text, this, this.#memory),
      ),
    );
    return this.#texts;
  }

  /** The expressions in the config: those in its texts, and fields that are CEL themselves. */
  get expressions(): readonly ExpressionNode[] {
    this.#expressions ??= [
      ...(this.json.includes("${") ? this.texts.flatMap((text) => text.expressions) : []),
      ...this.#fieldExpressions(),
    ];
    return this.#expressions;
  }

  /** All texts in the config except keys, with their JSON Pointers and keys. */
  get strings(): readonly PlacedString[] {
    this.#strings ??= strings(this.config, this.pathOf());
    return this.#strings;
  }

  field(name: string): JsonValue | undefined {
    return this.#fields?.[name];
  }

  pathOf(...keys: readonly (string | number)[]): string {
    return `${this.path}/config${toPointer(keys)}`;
  }

  #fieldExpressions(): ExpressionNode[] {
    const { formats, bindings = {} } = this.definition ?? {};
    if (formats === undefined) return [];
    const fields = Object.keys(formats).filter((field) => formats[field] === "expression");
    return fields.flatMap((field) =>
      strings(this.field(field), this.pathOf(field)).map(
        ([path, text]) =>
          new ExpressionNode(this.#memory.expression(text, "value", bindings[field]), path),
      ),
    );
  }
}

export class TextNode {
  /** JSON Pointer to the text; relative to the action when that is standalone. */
  readonly path: string;
  readonly text: string;
  readonly action: ActionNode;
  readonly #memory: PlaceMemory;
  #interpolations: Interpolations | undefined;

  constructor(path: string, text: string, action: ActionNode, memory: PlaceMemory) {
    this.path = path;
    this.text = text;
    this.action = action;
    this.#memory = memory;
  }

  get hasInterpolation(): boolean {
    return this.text.includes("${");
  }

  get interpolations(): Interpolations {
    this.#interpolations ??= interpolations(this.text);
    return this.#interpolations;
  }

  get expressions(): readonly ExpressionNode[] {
    if (!this.hasInterpolation) return [];
    return this.interpolations.parts.flatMap((part) => {
      if (part.kind !== "interpolation" || part.expression.trim() === "") return [];
      const facts = this.#memory.expression(part.expression, "interpolation");
      return [new ExpressionNode(facts, this.path, part.expressionSpan.start)];
    });
  }
}

type PlacedString = readonly [path: string, text: string, key: string];

/** Yields all texts in a value except keys, with their JSON Pointers and keys. */
export function strings(value: JsonValue | undefined, path: string): readonly PlacedString[] {
  const found: PlacedString[] = [];
  collect(value, path, "");
  return found;

  function collect(part: JsonValue | undefined, at: string, key: string): void {
    if (typeof part === "string") found.push([at, part, key]);
    else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) collect(item as JsonValue, `${at}/${index}`, key);
    } else if (isJsonObject(part)) {
      for (const name of Object.keys(part)) collect(part[name], at + toPointer([name]), name);
    }
  }
}

export function itemsOf(value: JsonValue | undefined): (readonly [number, JsonValue])[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).map((item, index) => [index, item]);
}

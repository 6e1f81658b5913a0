import {
  isJsonObject,
  toPointer,
  type ActionDefinition,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { ExpressionNode } from "./expression-node.ts";
import { PartFacts, type SharedPart } from "./part-facts.ts";
import type { Place } from "./place.ts";
import { Remembered } from "./remembered.ts";
import type { RuleNode } from "./rule-node.ts";
import { TextNode } from "./text-node.ts";

const actionFacts = new Remembered(() => new PartFacts());

/** One action, when it is an object with a type. */
export class ActionNode implements SharedPart {
  readonly path: string;
  readonly value: JsonObject;
  readonly type: string;
  isSeenAround = false;
  readonly #rule: RuleNode;
  #facts: PartFacts | undefined;
  #texts: readonly TextNode[] | undefined;
  #expressions: readonly ExpressionNode[] | undefined;

  constructor(value: JsonObject, type: string, path: string, rule: RuleNode) {
    this.value = value;
    this.type = type;
    this.path = path;
    this.#rule = rule;
  }

  get facts(): PartFacts {
    this.#facts ??= actionFacts.of(JSON.stringify(this.value), this.place);
    return this.#facts;
  }

  /** The texts of the config in which `${expression}` is replaced. */
  get texts(): readonly TextNode[] {
    this.#texts ??= (this.definition?.interpolated ?? []).flatMap((field) =>
      [...strings(this.field(field), this.pathOf(field))].map(
        ([place, text]) => new TextNode(place, text, this),
      ),
    );
    return this.#texts;
  }

  /** The expressions in the config: those of its texts, and fields that are CEL as they stand. */
  get expressions(): readonly ExpressionNode[] {
    this.#expressions ??= [
      ...this.texts.flatMap((text) => text.expressions),
      ...this.#fieldExpressions(),
    ];
    return this.#expressions;
  }

  /** The rule that it is an action of. */
  get rule(): RuleNode {
    this.isSeenAround = true;
    return this.#rule;
  }

  get place(): Place {
    return this.#rule.place;
  }

  /** What the catalogue knows of the type; undefined when it does not know it. */
  get definition(): ActionDefinition | undefined {
    return this.place.dialect.actions.get(this.type);
  }

  /** The config as written; undefined when there is none. */
  get config(): JsonValue | undefined {
    return this.value["config"];
  }

  /** A field of the config. */
  field(name: string): JsonValue | undefined {
    return isJsonObject(this.config) ? this.config[name] : undefined;
  }

  /** JSON Pointer to a field of the config. */
  pathOf(...keys: readonly (string | number)[]): string {
    return `${this.path}${toPointer(["config", ...keys])}`;
  }

  #fieldExpressions(): ExpressionNode[] {
    const { formats = {} } = this.definition ?? {};
    const fields = Object.keys(formats).filter((field) => formats[field] === "expression");
    return fields.flatMap((field) =>
      [...strings(this.field(field), this.pathOf(field))].map(
        ([path, text]) =>
          new ExpressionNode({
            path,
            text,
            offset: 0,
            role: "value",
            place: this.place,
            given: () => this.rule.parsable,
          }),
      ),
    );
  }
}

/** All texts in a value, keys aside, with their JSON Pointers. */
function* strings(value: JsonValue | undefined, path: string): Generator<[string, string]> {
  if (typeof value === "string") yield [path, value];
  else if (Array.isArray(value) || isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* strings(item as JsonValue, path + toPointer([key]));
    }
  }
}

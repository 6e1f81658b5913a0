import {
  directionsDialect,
  shortened,
  type Action,
  type ActionDefinition,
} from "@traffic-policy/policy-language";
import { inArgument, describeValue } from "./errors.ts";
import { callSite, type CallSite } from "./call-site.ts";
import { CelExpression, places, site, type restriction } from "./expressions/cel-expression.ts";
import { copied, copyJson, isJsonScalar, isPlainObject, notJson, setMember } from "./json-copy.ts";
import { everywhere, type PlaceSet, type Restriction } from "./restriction.generated.ts";
import { Text } from "./text.ts";

/** The action as its rule writes it, which must not be changed. */
export const written = Symbol("action");

/** One action of a rule. `R` says where it may stand only: `"HTTP inbound"`, say. */
export class ActionBuilder<out R extends Restriction = never> {
  declare readonly [restriction]: R;
  readonly [written]: Action;
  readonly [places]: PlaceSet;
  readonly [site]: CallSite | undefined;

  constructor(made: Action, where: PlaceSet, callSiteOfIt: CallSite | undefined) {
    this[written] = made;
    this[places] = where;
    this[site] = callSiteOfIt;
  }

  /** @throws TypeError, because an action has no meaning as a string */
  [Symbol.toPrimitive](): never {
    throw new TypeError(
      "An action cannot become a string or a number; toAction() returns it as JSON.",
    );
  }

  /** The action as it is in the policy document. */
  toAction(): Action {
    return copied(this[written]);
  }

  /** The action as it is in the policy document, so that `JSON.stringify` writes it. */
  toJSON(): Action {
    return copied(this[written]);
  }
}

/**
 * An action that has no builder of its own; the service may know more types than this package.
 * The config is written as it will be in the policy document.
 *
 * @throws TypeError for a value in the config that JSON cannot hold
 *
 * @example
 * ```ts
 * action("slow-down", { delay_ms: 250 })
 * ```
 */
export function action(type: string, config?: object | null): ActionBuilder {
  if (typeof type !== "string") {
    const error = new TypeError(
      `action() takes the type of the action as text, not ${describeValue(type)}.`,
    );
    throw inArgument(error, 0);
  }
  const made: Action =
    config === undefined ? { type } : { type, config: copyJson(config, `The config of ${type}`) };
  return new ActionBuilder(made, everywhere, callSite());
}

/**
 * An action of the catalogue; fields that are undefined are left out, and so is an empty config.
 *
 * @param where - where the type of action may stand; expressions in the config may narrow it
 * @throws TypeError for a value in the config that JSON cannot hold
 */
export function createAction<R extends Restriction>(
  type: string,
  fields: object,
  where: PlaceSet,
  callSiteOfIt: CallSite | undefined,
): ActionBuilder<R> {
  const writer = new ConfigWriter(type, where);
  const config = writer.config(fields, directionsDialect.actions.get(type)?.formats);
  const made: Action = config === undefined ? { type } : { type, config };
  return new ActionBuilder(made, writer.places, callSiteOfIt);
}

type Formats = NonNullable<ActionDefinition["formats"]>;

/** Writes the texts and expressions of a config as strings; where they may stand narrows its places. */
class ConfigWriter {
  places: PlaceSet;
  readonly #type: string;

  constructor(type: string, where: PlaceSet) {
    this.#type = type;
    this.places = where;
  }

  /** The config without fields that are undefined; nothing when there are no others. */
  config(fields: object, formats: Formats = {}): Record<string, unknown> | undefined {
    try {
      return this.#object(fields, (key) => formats[key] === "expression");
    } catch (error) {
      throw inArgument(error, 0);
    }
  }

  #object(
    fields: object,
    isExpression: (key: string) => boolean,
  ): Record<string, unknown> | undefined {
    let config: Record<string, unknown> | undefined;
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      config ??= {};
      setMember(config, key, this.#value(value, key, isExpression(key)));
    }
    return config;
  }

  /** @param step - where it is in what is around it, for the place of an error */
  #value(value: unknown, step: number | string, isExpression: boolean): unknown {
    try {
      return this.#written(value, isExpression);
    } catch (error) {
      throw inArgument(error, step);
    }
  }

  #written(value: unknown, isExpression: boolean): unknown {
    if (typeof value !== "object" || value === null) {
      if (isJsonScalar(value)) return value;
    } else if (value instanceof CelExpression && !isExpression) {
      throw new TypeError(
        `The config of ${this.#type} has the expression ${shortened(value.toString())} in place of a value: write text\`\${…}\`, so that the service puts its value there.`,
      );
    } else if (value instanceof Text || value instanceof CelExpression) {
      this.places &= value[places];
      return value.toString();
    } else if (Array.isArray(value)) {
      return value.map((item, index) => this.#value(item, index, isExpression));
    } else if (isPlainObject(value)) {
      return this.#object(value, () => false) ?? {};
    }
    throw notJson(value, `A value in the config of ${this.#type}`);
  }
}

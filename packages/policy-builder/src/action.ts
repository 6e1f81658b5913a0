import {
  camelCase,
  shortened,
  type Action,
  type ActionDefinition,
  type JsonSchema,
  type ObjectSchema,
} from "@traffic-policy/policy-language";
import { inArgument, describeValue } from "./errors.ts";
import { callSite, type CallSite } from "./call-site.ts";
import { CelExpression, places, site, type restriction } from "./expressions/cel-expression.ts";
import { copied, copyJson, isJsonScalar, isPlainObject, notJson, setMember } from "./json-copy.ts";
import {
  availabilityOf,
  availabilityWithConfig,
  everywhere,
  placesWithin,
  type PlaceSet,
  type Vocabulary,
} from "./places.ts";
import type { Restriction } from "./restriction.ts";
import { isObjectSchema } from "./schema.ts";
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
 * An action of the catalogue. Its config has the names of its fields in camel case; fields that are undefined are
 * left out, and so is an empty config.
 *
 * @throws TypeError for a value in the config that JSON cannot hold
 */
export function createAction<R extends Restriction>(
  vocabulary: Vocabulary,
  type: string,
  config: object | undefined,
  callSiteOfIt: CallSite | undefined,
): ActionBuilder<R> {
  const definition = vocabulary.dialect.actions.get(type);
  if (definition === undefined) throw new RangeError(`There is no action ${type}.`);
  const available =
    config === undefined ? availabilityOf(definition) : availabilityWithConfig(definition);
  const writer = new ConfigWriter(definition, placesWithin(vocabulary, available));
  const fields = config === undefined ? undefined : writer.config(config);
  const made: Action = fields === undefined ? { type } : { type, config: fields };
  return new ActionBuilder(made, writer.places, callSiteOfIt);
}

/** Writes a config as the document has it; where the expressions in it may stand narrows its places. */
class ConfigWriter {
  places: PlaceSet;
  readonly #definition: ActionDefinition;

  constructor(definition: ActionDefinition, where: PlaceSet) {
    this.#definition = definition;
    this.places = where;
  }

  /** The config without fields that are undefined; nothing when there are no others. */
  config(given: object): object | undefined {
    try {
      const fields = withVariableList(this.#definition, given);
      const config = this.#fields(fields, this.#definition.config, "");
      return Object.keys(config).length === 0 ? undefined : config;
    } catch (error) {
      throw inArgument(error, 0);
    }
  }

  /** An object with named fields; the fields of the schema come first, and in its order. */
  #fields(given: object, { properties, additionalProperties }: ObjectSchema, path: string): object {
    const result: Record<string, unknown> = {};
    const known = new Set<string>();
    for (const [name, schema] of Object.entries(properties)) {
      const key = camelCase(name);
      known.add(key);
      const value = (given as Readonly<Record<string, unknown>>)[key];
      if (value !== undefined) {
        result[name] = this.#value(value, schema, name, path === "" ? name : `${path}.${name}`);
      }
    }
    if (additionalProperties === undefined || additionalProperties === false) return result;
    // Fields that the catalogue does not know are called what the document calls them.
    for (const [key, value] of Object.entries(given)) {
      if (!known.has(key) && value !== undefined) {
        setMember(result, key, this.#value(value, {}, key, path));
      }
    }
    return result;
  }

  /**
   * @param step - where it is in what is around it, for the place of an error
   * @param path - the names of the fields around it
   */
  #value(value: unknown, schema: JsonSchema, step: number | string, path: string): unknown {
    try {
      return this.#written(value, schema, path);
    } catch (error) {
      throw inArgument(error, step);
    }
  }

  #written(value: unknown, schema: JsonSchema, path: string): unknown {
    const { type, formats } = this.#definition;
    if (typeof value !== "object" || value === null) {
      if (isJsonScalar(value)) return value;
    } else if (value instanceof CelExpression && formats?.[path] !== "expression") {
      throw new TypeError(
        `The config of ${type} has the expression ${shortened(value.toString())} in place of a value: write text\`\${…}\`, so that the service puts its value there.`,
      );
    } else if (value instanceof Text || value instanceof CelExpression) {
      this.places &= value[places];
      return value.toString();
    } else if (Array.isArray(value)) {
      const { items = {} } = schema;
      return value.map((item, index) => this.#value(item, items, index, path));
    } else if (isPlainObject(value)) {
      return isObjectSchema(schema)
        ? this.#fields(value, schema, path)
        : this.#members(value, schema, path);
    }
    throw notJson(value, `A value in the config of ${type}`);
  }

  /** An object with free keys. */
  #members(given: object, { additionalProperties }: JsonSchema, path: string): object {
    const schema = typeof additionalProperties === "object" ? additionalProperties : {};
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) {
      if (value !== undefined) setMember(result, key, this.#value(value, schema, key, path));
    }
    return result;
  }
}

/**
 * Of an action that sets variables, the config that its names and values stand for: a list of them, in their
 * order. One that has the list already stays as it is.
 *
 * @throws TypeError for names that an object does not keep in the order in which they are written
 */
function withVariableList({ type, setsVariables }: ActionDefinition, given: object): object {
  if (setsVariables === undefined) return given;
  const list: unknown = Object.hasOwn(given, setsVariables)
    ? Reflect.get(given, setsVariables)
    : undefined;
  if (Array.isArray(list)) return given;
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const unordered = entries.find(([name]) => /^\d+$/.test(name));
  if (unordered !== undefined) {
    throw new TypeError(
      `${camelCase(type)}() cannot keep the order of the name ${unordered[0]}: give a list, as in { ${setsVariables}: [{ … }] }.`,
    );
  }
  return { [setsVariables]: entries.map((entry) => Object.fromEntries([entry])) };
}

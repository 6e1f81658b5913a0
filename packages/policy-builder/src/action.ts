import {
  type Action,
  type ActionDefinition,
  type JsonSchema,
  type ObjectSchema,
} from "@traffic-policy/policy-language";
import {
  camelCase,
  getOrAdd,
  kindOf,
  nearest,
  sameLetters,
  shortened,
  wantedKind,
} from "@traffic-policy/policy-language/internal";
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

/** The key of the action as its rule writes it. Do not mutate it. */
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
 * Creates an action of the catalogue. Its config has field names in camel case. Undefined fields are left out, and so
 * is an empty config.
 *
 * @throws TypeError for a value that JSON cannot hold, for an unknown option, and for a value of the wrong kind
 */
export function createAction<R extends Restriction>(
  vocabulary: Vocabulary,
  type: string,
  config: object | undefined,
  callSiteOfIt: CallSite | undefined,
): ActionBuilder<R> {
  const definition = vocabulary.dialect.actions.get(type);
  if (definition === undefined) throw new RangeError(`There is no action ${type}.`);
  const { bare, configured } = getOrAdd(knownPlaces, definition, () => ({
    bare: placesWithin(vocabulary, availabilityOf(definition)),
    configured: placesWithin(vocabulary, availabilityWithConfig(definition)),
  }));
  const writer = new ConfigWriter(definition, config === undefined ? bare : configured);
  const fields = config === undefined ? undefined : writer.config(config);
  const made: Action = fields === undefined ? { type } : { type, config: fields };
  return new ActionBuilder(made, writer.places, callSiteOfIt);
}

// A policy that is built calls the same few actions, thousands of times.
const knownPlaces = new WeakMap<ActionDefinition, Record<"bare" | "configured", PlaceSet>>();
const knownFields = new WeakMap<ObjectSchema, ReadonlyMap<string, Field>>();

/** A field of a config: its name in the document, and its schema. */
type Field = readonly [name: string, schema: JsonSchema];

/** The fields that a schema names, by their names in camel case. */
function fieldsOf(schema: ObjectSchema): ReadonlyMap<string, Field> {
  return getOrAdd(
    knownFields,
    schema,
    () => new Map(Object.entries(schema.properties).map((field) => [camelCase(field[0]), field])),
  );
}

/**
 * Writes a config as the document has it. Where expressions may stand in it narrows the places that the action fits.
 */
class ConfigWriter {
  places: PlaceSet;
  readonly #definition: ActionDefinition;

  constructor(definition: ActionDefinition, where: PlaceSet) {
    this.#definition = definition;
    this.places = where;
  }

  config(given: object): object | undefined {
    try {
      const fields = withVariableList(this.#definition, given);
      const config = this.#fields(fields, this.#definition.config, "");
      return Object.keys(config).length === 0 ? undefined : config;
    } catch (error) {
      throw inArgument(error, 0);
    }
  }

  /** Writes an object with named fields, those of the schema first and in its order. */
  #fields(given: object, schema: ObjectSchema, path: string): object {
    const { additionalProperties } = schema;
    const result: Record<string, unknown> = {};
    const known = fieldsOf(schema);
    for (const [key, [name, own]] of known) {
      const value = (given as Readonly<Record<string, unknown>>)[key];
      if (value !== undefined) {
        result[name] = this.#value(value, own, name, path === "" ? name : `${path}.${name}`);
      }
    }
    for (const [key, value] of Object.entries(given)) {
      if (value === undefined || known.has(key)) continue;
      if (additionalProperties === undefined || additionalProperties === false) {
        throw inArgument(this.#unknownOption(key, [...known.keys()], path), key);
      }
      // Fields that the catalogue does not know are called what the document calls them.
      setMember(result, key, this.#value(value, {}, key, path));
    }
    return result;
  }

  /**
   * @param step - the key or index in the value around it, for the place of an error
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
    this.#refuseOtherKind(value, schema, path);
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

  #unknownOption(key: string, known: readonly string[], path: string): TypeError {
    const { type, otherFieldNames = {} } = this.#definition;
    const other = Object.entries(otherFieldNames).find(([name]) => camelCase(name) === key)?.[1];
    const meant =
      (other && camelCase(other)) ??
      known.find((name) => sameLetters(name, key)) ??
      nearest(key, known);
    const advice =
      meant === undefined
        ? `It has ${known.map((name) => `"${name}"`).join(", ")}; for any other write action("${type}", { … }).`
        : `Did you mean "${meant}"?`;
    return new TypeError(
      `${camelCase(type)}() has no option "${shortened(inCamelCase(path, key))}". ${advice}`,
    );
  }

  #refuseOtherKind(value: unknown, schema: JsonSchema, path: string): void {
    const { type, perhapsLists = [], perhapsTexts = [] } = this.#definition;
    if (schema.type === undefined) return;
    const given = value instanceof Text || value instanceof CelExpression ? "" : value;
    const kind = jsonType(given);
    if (kind === undefined || isOfType(kind, schema.type)) return;
    if (perhapsLists.includes(path) || perhapsTexts.includes(path)) return;
    throw new TypeError(
      `The option "${inCamelCase(path)}" of ${camelCase(type)}() must be ${wantedKind(schema)}, not ${kindOf(given)}.`,
    );
  }

  #members(given: object, { additionalProperties }: JsonSchema, path: string): object {
    const schema = typeof additionalProperties === "object" ? additionalProperties : {};
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) {
      if (value !== undefined) setMember(result, key, this.#value(value, schema, key, path));
    }
    return result;
  }
}

function inCamelCase(path: string, ...more: readonly string[]): string {
  return [...path.split(".").filter(Boolean).map(camelCase), ...more].join(".");
}

function isOfType(kind: string, type: string | readonly string[]): boolean {
  if (typeof type !== "string") return type.some((one) => isOfType(kind, one));
  // A fraction is left to lint, which knows where it stands.
  return type === kind || (type === "integer" && kind === "number");
}

/** Returns the type of a value as JSON Schema calls it; undefined for one that JSON cannot hold. */
function jsonType(value: unknown): string | undefined {
  if (value === null) return "null";
  if (typeof value !== "object") return isJsonScalar(value) ? typeof value : undefined;
  return Array.isArray(value) ? "array" : isPlainObject(value) ? "object" : undefined;
}

/**
 * Converts the object of an action that sets variables to the list that the document needs, in the same order. A
 * config that already has the list stays as it is.
 *
 * @throws TypeError for names whose written order an object does not keep
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

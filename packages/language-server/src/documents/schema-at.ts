import type { JsonSchema } from "@traffic-policy/policy-language";
import { itemsOf, memberOf, textOf, type Path, type TreeNode } from "./tree.ts";

/** The schemas that hold for the value at a path of a document, each without references and combinations. */
export function schemasAt(
  schema: JsonSchema,
  root: TreeNode | undefined,
  path: Path,
): readonly JsonSchema[] {
  let schemas = expanded(schema, { node: root, written: path[0] }, schema);
  let node = root;
  for (const [depth, key] of path.entries()) {
    const next = typeof key === "number" ? itemsOf(node)[key] : memberOf(node, key);
    schemas = schemas.flatMap((one) => {
      const below =
        typeof key === "number" ? (one.prefixItems?.[key] ?? one.items) : memberSchema(one, key);
      const place = { node: next, written: path[depth + 1] };
      return below === undefined ? [] : expanded(below, place, schema);
    });
    node = next;
  }
  return schemas;
}

function memberSchema(
  { properties, patternProperties = {}, additionalProperties }: JsonSchema,
  key: string,
): JsonSchema | undefined {
  const named = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (named !== undefined) return named;
  // The schemas of ours have one pattern, for any name.
  const [any] = Object.values(patternProperties);
  return any ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
}

interface Place {
  readonly node: TreeNode | undefined;
  /** The key that leads to what is asked about: its value may become another one. */
  readonly written: string | number | undefined;
}

/** A schema and all that it refers to and is combined of, but what the value contradicts. */
function expanded(schema: JsonSchema, place: Place, root: JsonSchema): JsonSchema[] {
  const { $ref, allOf = [], anyOf = [], if: condition, then, else: otherwise } = schema;
  const parts = [...allOf, ...anyOf];
  if ($ref !== undefined) {
    const target = root.$defs?.[$ref.slice("#/$defs/".length)];
    if (target !== undefined) parts.push(target);
  }
  if (condition !== undefined) {
    if (then !== undefined && mayHold(condition, place)) parts.push(then);
    if (otherwise !== undefined && !holds(condition, place.node)) parts.push(otherwise);
  }
  return [schema, ...parts.flatMap((part) => expanded(part, place, root))];
}

/** Whether a condition holds, or would with another value of the member that is asked about. */
function mayHold(condition: JsonSchema, { node, written }: Place): boolean {
  const { properties = {} } = condition;
  const others = Object.entries(properties).filter(([key]) => key !== written);
  return holds({ ...condition, properties: Object.fromEntries(others) }, node);
}

/** Whether the members are there, and are the constants, that a condition names. */
function holds(
  { properties = {}, required = [], not }: JsonSchema,
  node: TreeNode | undefined,
): boolean {
  return (
    required.every((key) => memberOf(node, key) !== undefined) &&
    Object.entries(properties).every(([key, { const: one, enum: some = [one] }]) =>
      some.includes(textOf(memberOf(node, key))),
    ) &&
    !(not !== undefined && holds(not, node))
  );
}

/** A key that an object may have. */
export interface PossibleKey {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/**
 * The keys that somebody may write in an object by its schemas, by name: none that are deprecated, and none that are
 * there or cannot stand beside those.
 */
export function keysOf(
  schemas: readonly JsonSchema[],
  there: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, PossibleKey> {
  const keys = new Map<string, PossibleKey>();
  const excluded = new Set([...there, ...excludedBy(schemas, there)]);
  for (const { properties = {}, required = [] } of schemas) {
    for (const [name, schema] of Object.entries(properties)) {
      if (schema.deprecated === true || excluded.has(name)) continue;
      const known = keys.get(name);
      const isRequired = required.includes(name) || known?.isRequired === true;
      keys.set(name, {
        name,
        schema: known === undefined ? schema : { ...schema, ...known.schema },
        isRequired,
      });
    }
  }
  return keys;
}

/** The keys that cannot stand beside some that are there. */
function excludedBy(schemas: readonly JsonSchema[], there: ReadonlySet<string>): string[] {
  return schemas.flatMap(({ dependentSchemas = {} }) =>
    Object.entries(dependentSchemas).flatMap(([key, { properties }]) => {
      const others = Object.keys(properties);
      const after = there.has(key) ? others : [];
      return others.some((other) => there.has(other)) ? [key, ...after] : after;
    }),
  );
}

/** A value that the schemas name. */
export interface PossibleValue {
  readonly value: unknown;
  readonly description: string | undefined;
}

/** The values that the schemas name. */
export function valuesOf(schemas: readonly JsonSchema[]): readonly PossibleValue[] {
  const values = new Map<unknown, PossibleValue>();
  const add = (value: unknown, description: string | undefined): void => {
    const known = values.get(value);
    values.set(value, { value, description: known?.description ?? description });
  };
  for (const { enum: some = [], const: one, examples = [], type, description } of schemas) {
    if (one !== undefined) add(one, description);
    for (const value of some) add(value, undefined);
    // Words among other values; those of objects are whole ones.
    for (const value of examples) if (typeof value === "string") add(value, undefined);
    const types = typeof type === "string" ? [type] : (type ?? []);
    if (types.includes("boolean")) for (const value of [true, false]) add(value, undefined);
  }
  return [...values.values()];
}

/** What the schemas say about a value, the first that say something. */
export function descriptionOf(schemas: readonly JsonSchema[]): string | undefined {
  return schemas.find(({ description }) => description !== undefined)?.description;
}

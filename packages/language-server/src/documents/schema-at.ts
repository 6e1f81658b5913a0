import type { JsonSchema } from "@traffic-policy/policy-language";
import {
  itemsOf,
  memberOf,
  textOf,
  type Path,
  type TreeNode,
} from "@traffic-policy/policy-language/editing";

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

/** What the schemas say about a value, the first that say something. */
export function descriptionOf(schemas: readonly JsonSchema[]): string | undefined {
  return schemas.find(({ description }) => description !== undefined)?.description;
}

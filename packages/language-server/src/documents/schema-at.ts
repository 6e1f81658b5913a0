import type { JsonSchema } from "@traffic-policy/policy-language";
import {
  itemsOf,
  memberOf,
  textOf,
  type Path,
  type TreeNode,
} from "@traffic-policy/policy-language/editing";

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
  /** The key of the value being asked about. That value may still change. */
  readonly written: string | number | undefined;
}

/**
 * Expands a schema into everything that it refers to and combines, except the branches that the value contradicts.
 */
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

/** True when a condition holds, or would hold if the member being asked about had another value. */
function mayHold(condition: JsonSchema, { node, written }: Place): boolean {
  const { properties = {} } = condition;
  const others = Object.entries(properties).filter(([key]) => key !== written);
  return holds({ ...condition, properties: Object.fromEntries(others) }, node);
}

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

export function descriptionOf(schemas: readonly JsonSchema[]): string | undefined {
  return schemas.find(({ description }) => description !== undefined)?.description;
}

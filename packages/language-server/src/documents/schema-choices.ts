import type { JsonSchema } from "@traffic-policy/policy-language";

export interface PossibleKey {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/**
 * Returns the keys that can be added to an object according to its schemas, by name. Leaves out deprecated keys, keys
 * that are present, and keys that exclude those present.
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

function excludedBy(schemas: readonly JsonSchema[], there: ReadonlySet<string>): string[] {
  return schemas.flatMap(({ dependentSchemas = {} }) =>
    Object.entries(dependentSchemas).flatMap(([key, { properties }]) => {
      const others = Object.keys(properties);
      const after = there.has(key) ? others : [];
      return others.some((other) => there.has(other)) ? [key, ...after] : after;
    }),
  );
}

export interface PossibleValue {
  readonly value: unknown;
  readonly description: string | undefined;
}

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

import { pascalCase } from "./names.ts";

const simple: ReadonlyMap<string, string> = new Map(
  ["bytes", "double", "duration", "dyn", "int", "string", "timestamp", "uint"].map((type) => [
    type,
    `${pascalCase(type)}Expression`,
  ]),
);

/**
 * The builder's class for a type of the catalogue, as a type: `ListExpression<"string", R>`.
 *
 * @param records - the names of the catalogue's records, each of which has a class
 */
export function expressionClass(
  type: string,
  restriction: string,
  records: readonly string[],
): string {
  if (type === "bool") return `Condition<${restriction}>`;
  const name = simple.get(type) ?? (records.includes(type) ? recordClass(type) : undefined);
  if (name !== undefined) return `${name}<${restriction}>`;
  const [, kind, part = ""] = /^(list\(|map\(string, )(.*)\)$/.exec(type) ?? [];
  if (kind === undefined) throw new Error(`The builder has no class for the type ${type}.`);
  const container = kind === "list(" ? "ListExpression" : "IndexedMap";
  return `${container}<"${part}", ${restriction}>`;
}

/** The class of a record: `CookieExpression`. */
export function recordClass(record: string): string {
  return `${pascalCase(record)}Expression`;
}

/** The import of the classes that the code names. */
export function expressionImports(code: string, records: readonly string[]): string[] {
  const names = [...new Set(code.match(/\b(?:\w+Expression|\w+Value|Condition|IndexedMap)\b/g))];
  const own = names.filter((name) => records.some((record) => recordClass(record) === name));
  const others = names.filter((name) => !own.includes(name)).toSorted();
  return [
    `import type { ${others.join(", ")} } from "./expressions/index.ts";`,
    ...(own.length === 0
      ? []
      : [`import type { ${own.toSorted().join(", ")} } from "./records.generated.ts";`]),
  ];
}

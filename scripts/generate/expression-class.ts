import { pascalCase } from "./names.ts";

/** The builder's class for a CEL type, as code. */
export interface ExpressionClass {
  /** As a type: `ListExpression<CookieExpression>`. */
  readonly type: string;
  /** As a value: `listOf(CookieExpression)`. */
  readonly value: string;
}

const simple = new Map([
  ["bool", "BoolExpression"],
  ["bytes", "BytesExpression"],
  ["duration", "DurationExpression"],
  ["int", "IntExpression"],
  ["list(string)", "StringListExpression"],
  ["string", "StringExpression"],
  ["timestamp", "TimestampExpression"],
]);

/**
 * The builder's class for a type of the catalogue.
 *
 * @param records - the names of the catalogue's records, each of which has a class
 */
export function expressionClass(type: string, records: readonly string[]): ExpressionClass {
  const name = simple.get(type) ?? (records.includes(type) ? recordClass(type) : undefined);
  if (name !== undefined) return { type: name, value: name };
  const [, kind, part = ""] = /^(list\(|map\(string, )(.*)\)$/.exec(type) ?? [];
  if (kind === undefined) throw new Error(`The builder has no class for the type ${type}.`);
  const of = expressionClass(part, records);
  return kind === "list("
    ? { type: `ListExpression<${of.type}>`, value: `listOf(${of.value})` }
    : { type: `MapExpression<${of.type}>`, value: `mapOf(${of.value})` };
}

/** The class of a record: `CookieExpression`. */
export function recordClass(record: string): string {
  return `${pascalCase(record)}Expression`;
}

/** Import lines for what the codes name. */
export function expressionImports(codes: readonly string[], records: readonly string[]): string[] {
  const names = [...new Set(codes.flatMap((code) => code.match(/\w+/g) ?? []))].toSorted();
  const own = names.filter((name) => records.some((record) => recordClass(record) === name));
  const others = names.filter((name) => !own.includes(name));
  return [
    `import { ${others.join(", ")} } from "./expressions/index.ts";`,
    ...(own.length === 0 ? [] : [`import { ${own.join(", ")} } from "./records.generated.ts";`]),
  ];
}

import { records as sharedRecords } from "../../packages/policy-language/src/catalogue/shared/records/index.generated.ts";
import { pascalCase } from "./names.ts";

const simple = new Set([
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "uint",
]);

/**
 * The builder's class for a type of the catalogue, as a type: `ListExpression<"string", R>`. Any name but
 * `list` and `map` that is no type of CEL is a record, each of which has a class.
 */
export function expressionClass(type: string, restriction: string): string {
  if (type === "bool") return `Condition<${restriction}>`;
  const [, container, part = ""] = /^(list\(|map\(string, )(.*)\)$/.exec(type) ?? [];
  if (container === undefined) return `${recordClass(type)}<${restriction}>`;
  return `${container === "list(" ? "ListExpression" : "IndexedMap"}<"${part}", ${restriction}>`;
}

/** The class of a record, or of a type without parts: `CookieExpression`. */
export function recordClass(record: string): string {
  return `${pascalCase(record)}Expression`;
}

/**
 * The parts of lists and maps in these types that the builder has no class under their name for, and so are
 * maps: `map(string, dyn)` of `list(map(string, dyn))`.
 */
export function unnamedParts(types: readonly string[]): string[] {
  const parts = types.flatMap((type) => [...type.matchAll(/(?<=\()map\(string, .*?\)/g)]);
  return [...new Set(parts.map(([part]) => part))].toSorted();
}

/**
 * The imports of the classes that a code names.
 *
 * @param up - the path to the folder of the builder's sources
 */
export function expressionImports(code: string, up: "./" | "../"): string[] {
  const names = [
    ...new Set(code.match(/\b(?:\w+Expression|\w+Value|Condition|Indexed(?:Map|Fields)|Kind)\b/g)),
  ].toSorted();
  const shared = new Set(sharedRecords.map(({ name }) => recordClass(name)));
  const isBuiltIn = (name: string): boolean => !name.endsWith("Expression") || builtIn.has(name);
  const declared = new Set([...code.matchAll(/class (\w+)/g)].map(([, name]) => name));
  const from = (module: string, which: (name: string) => boolean): string[] => {
    const found = names.filter((name) => !declared.has(name) && which(name));
    return found.length === 0 ? [] : [`import type { ${found.join(", ")} } from "${module}";`];
  };
  return [
    ...from(`${up}expressions/index.ts`, isBuiltIn),
    ...from(`${up}records.generated.ts`, (name) => shared.has(name)),
    ...from("./records.generated.ts", (name) => !isBuiltIn(name) && !shared.has(name)),
  ];
}

const builtIn = new Set([
  ...[...simple].map(recordClass),
  ...["Cel", "List", "Map", "Record"].map((name) => `${name}Expression`),
]);

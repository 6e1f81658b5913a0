import { directionsDialect } from "@traffic-policy/policy-language";
import { kind } from "../../expressions/cel-expression.ts";
import type { AnyExpression } from "./any-expression.ts";

/** The kind of an expression; a map has none. */
export function kindOf(value: AnyExpression): string | undefined {
  return (value as { readonly [kind]?: string })[kind];
}

/** The kind of the items of a list; nothing for what is no list. */
export function itemKindOf(listKind: string | undefined): string | undefined {
  return listKind === undefined ? undefined : /^list\((.+)\)$/.exec(listKind)?.[1];
}

/** Whether the builder's types have a name for this kind. */
export function isNamedKind(name: string | undefined): name is string {
  return name !== undefined && simple.has(itemKindOf(name) ?? name);
}

const simple: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "uint",
  ...directionsDialect.records.keys(),
]);

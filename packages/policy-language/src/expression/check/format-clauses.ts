import type { CelType } from "../type.ts";
import type { Call } from "../tree.ts";

/** The types that a clause of `format()` accepts; a clause that is not listed accepts every value. */
const accepted: Readonly<Record<string, readonly CelType["kind"][]>> = {
  d: ["int", "uint", "double"],
  f: ["int", "uint", "double"],
  e: ["int", "uint", "double"],
  b: ["bool", "int", "uint"],
  o: ["int", "uint"],
  x: ["int", "uint", "string", "bytes"],
  X: ["int", "uint", "string", "bytes"],
};

export interface WrongClause {
  readonly clause: string;
  readonly index: number;
  readonly accepted: readonly string[];
}

/**
 * Finds clauses of `'…'.format([…])` with values that they do not accept, when both are literal.
 *
 * Source: `ext/formatting_v2.go` of github.com/google/cel-go.
 */
export function wrongClauses(
  { name, target, arguments: [values] }: Call,
  typeOf: (index: number) => CelType["kind"] | undefined,
): readonly WrongClause[] {
  if (name !== "format" || target?.kind !== "literal" || values?.kind !== "list") return [];
  if (typeof target.value !== "string") return [];
  const clauses = (target.value.match(/%(?:\.\d*)?(?:.|$)/gsu) ?? []).filter((one) => one !== "%%");
  return clauses.slice(0, values.elements.length).flatMap((clause, index): WrongClause[] => {
    const kinds = accepted[clause.slice(-1)];
    const type = typeOf(index);
    const isRight = kinds === undefined || type === undefined || kinds.includes(type);
    return isRight || type === "dyn" || type === "free" ? [] : [{ clause, index, accepted: kinds }];
  });
}

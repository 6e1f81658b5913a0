import type { Constant } from "./constant.ts";
import type { Comparison, Formula } from "./formula.ts";

type OneOf = Comparison & { test: { kind: "one-of" } };

type Constants = Map<string, Constant>;

/**
 * Makes one of the parts that ask whether the same term is one of some values: `a == 1 || a in
 * [2, 3]` asks whether it is one of three, and so does `a != 1 && a != 2` the other way round.
 */
export function mergeComparisons(parts: readonly Formula[], kind: "all" | "any"): Formula[] {
  const merged = new Map<string, { readonly first: OneOf; readonly constants: Constants }>();
  const others: Formula[] = [];
  for (const part of parts) {
    const found = oneOf(kind === "any" ? part : part.kind === "not" ? part.of : undefined);
    if (found === undefined) {
      others.push(part);
      continue;
    }
    const { term, test } = found;
    const known = merged.get(term.key) ?? { first: found, constants: new Map() };
    for (const [text, constant] of test.constants) known.constants.set(text, constant);
    merged.set(term.key, known);
  }
  const comparisons = [...merged.values()].map(({ first, constants }): Comparison => ({
    ...first,
    test: { kind: "one-of", constants },
  }));
  return [...(kind === "any" ? comparisons : comparisons.map(denied)), ...others];
}

function oneOf(part: Formula | undefined): OneOf | undefined {
  return part?.kind === "comparison" && part.test.kind === "one-of" ? (part as OneOf) : undefined;
}

function denied(of: Formula): Formula {
  return { kind: "not", of };
}

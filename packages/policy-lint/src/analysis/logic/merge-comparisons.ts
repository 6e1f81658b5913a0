import type { Comparison, Formula } from "./formula.ts";

type OneOf = Comparison & { test: { kind: "one-of" } };

/**
 * Makes one of the parts that ask whether the same term is one of some values: `a == 1 || a in
 * [2, 3]` asks whether it is one of three, and so does `a != 1 && a != 2` the other way round.
 */
export function mergeComparisons(parts: readonly Formula[], kind: "all" | "any"): Formula[] {
  const merged = new Map<string, OneOf>();
  const others: Formula[] = [];
  for (const part of parts) {
    const found = oneOf(kind === "any" ? part : part.kind === "not" ? part.of : undefined);
    if (found === undefined) {
      others.push(part);
      continue;
    }
    const { key } = found.term;
    const before = merged.get(key);
    merged.set(key, before === undefined ? found : union(before, found));
  }
  const comparisons = [...merged.values()];
  return [...(kind === "any" ? comparisons : comparisons.map(denied)), ...others];
}

function oneOf(part: Formula | undefined): OneOf | undefined {
  return part?.kind === "comparison" && part.test.kind === "one-of" ? (part as OneOf) : undefined;
}

function union(one: OneOf, other: OneOf): OneOf {
  const constants = new Map([...one.test.constants, ...other.test.constants]);
  return { ...one, test: { kind: "one-of", constants } };
}

function denied(of: Formula): Formula {
  return { kind: "not", of };
}

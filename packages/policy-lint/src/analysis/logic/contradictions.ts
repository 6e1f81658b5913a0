import { areContradictory, isNeverTrue } from "@traffic-policy/policy-logic";
import type { Operand } from "./operands.ts";

/** An operand that cannot be true together with others before it. */
export interface Contradiction {
  readonly operand: Operand;
  readonly others: readonly Operand[];
}

const mostOperands = 100;

/**
 * What cannot be true together in a list of operands that all have to be. Operands that are never
 * true by themselves are ignored: expression/constant reports them.
 */
export function contradictions(all: readonly Operand[]): Contradiction[] {
  if (all.length < 2 || !areContradictory(all.map(({ formula }) => formula))) return [];
  const operands = all.slice(0, mostOperands).filter(({ formula }) => !isNeverTrue(formula));
  const found: Contradiction[] = [];
  const before: Operand[] = [];
  for (const operand of operands) {
    const others = reasons(operand, before);
    if (others === undefined) before.push(operand);
    else found.push({ operand, others });
  }
  return found;
}

/** The fewest operands that contradict one; undefined when all of them together do not. */
function reasons(operand: Operand, before: readonly Operand[]): Operand[] | undefined {
  if (!contradict(operand, before)) return undefined;
  const single = before.find((other) => contradict(operand, [other]));
  if (single !== undefined) return [single];
  let needed = [...before];
  for (const other of before) {
    const fewer = needed.filter((one) => one !== other);
    if (contradict(operand, fewer)) needed = fewer;
  }
  return needed;
}

function contradict(operand: Operand, others: readonly Operand[]): boolean {
  return areContradictory([operand, ...others].map(({ formula }) => formula));
}

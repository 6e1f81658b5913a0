import type { Operand } from "./operands.ts";

/** An operand that is repeated. */
export interface Duplicate {
  readonly operand: Operand;
  readonly first: Operand;
}

/** The operands that are the same as one before, however they are written. */
export function duplicates(operands: readonly Operand[]): Duplicate[] {
  if (operands.length < 2) return [];
  const known = new Map<string, Operand>();
  return operands.flatMap((operand) => {
    const first = known.get(operand.canonicalText);
    if (first !== undefined) return [{ operand, first }];
    known.set(operand.canonicalText, operand);
    return [];
  });
}

/** How much effort is left for something; a unit is about one step of an automaton. */
export interface Effort {
  left: number;
}

/** Thrown by `spend` when the budget of `withEffort` is used up. */
class EffortIsSpent extends Error {
  override readonly name = "EffortIsSpent";
}

/** The effort limit for detecting that a condition by itself is always true or never true. */
export const effortOfReading = 30_000;

let present: Effort = { left: Infinity };
let spent = 0;

/** The effort spent since the program began; tests measure work with it. */
export function effortSpent(): number {
  return spent;
}

/**
 * Does some work; gives nothing when not enough effort is left for it. That is the same on every machine. What it
 * takes does not count for the work around it, which takes the same when an answer is remembered.
 */
export function withEffort<T>(effort: Effort, work: () => T): { readonly value: T } | undefined {
  const outer = present;
  present = effort;
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof EffortIsSpent) return undefined;
    throw error;
  } finally {
    present = outer;
  }
}

/** Counts work, and aborts the enclosing computation when its budget is exceeded. */
export function spend(effort: number): void {
  spent += effort;
  present.left -= effort;
  if (present.left < 0) throw new EffortIsSpent();
}

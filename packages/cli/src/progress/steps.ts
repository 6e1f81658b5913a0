import type { Context, Terminal } from "../context.ts";
import { isDone } from "./is-done.ts";
import { Phase } from "./phase.ts";

/** Counts a step of some work. What it gives is to be awaited before the next one. */
export type Step = () => Promise<void> | undefined;

/** What knows the time, and perhaps where somebody may see how far some work is. */
export interface SeenOn extends Pick<Context, "clock"> {
  readonly terminal?: Terminal | undefined;
}

/** What takes less, in milliseconds, needs no progress. */
const short = 1000;

/** Work on this machine keeps the thread; so often, in milliseconds, the terminal gets its turn. */
const turnPeriod = 50;

/**
 * Does work of many steps: reading files, linting policies. Somebody at a terminal sees how far it is when
 * it takes more than a second; elsewhere nothing is said.
 *
 * @param verb - what is done: `Linting`
 * @param total - how many steps there are; a single one has nothing to count
 */
export async function inSteps<T>(
  verb: string,
  total: number,
  { terminal, clock }: SeenOn,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  if (terminal?.showsProgress !== true || total < 2) return work(() => undefined);
  const phase = new Phase(verb, total, clock);
  let turn = clock.elapsed();
  const result = work(() => {
    phase.done += 1;
    if (clock.elapsed() - turn < turnPeriod) return undefined;
    return new Promise((settle) => {
      setImmediate(() => {
        turn = clock.elapsed();
        settle();
      });
    });
  });
  if (!(await isDone(result, short))) {
    // Loaded only now, because it takes longer than most runs.
    const { TerminalProgress } = await import("./shown-progress.ts");
    await new TerminalProgress(terminal, clock, 0).during(phase, () => result);
  }
  return result;
}

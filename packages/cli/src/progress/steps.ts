import type { Context } from "../context.ts";
import { isDone } from "./is-done.ts";
import { Phase } from "./phase.ts";

/** Counts a step of work. Await its result before the next step. */
export type Step = () => Promise<void> | undefined;

/** In milliseconds; shorter work shows no progress. */
const short = 1000;

/** Milliseconds between turns for the terminal, because local work blocks the thread. */
const turnPeriod = 50;

/**
 * Runs work with many steps, such as reading files or linting policies. On a terminal, shows progress after a second;
 * elsewhere prints nothing.
 *
 * @param verb - the activity: `Linting`
 * @param total - number of steps; progress of a single step is not counted
 */
export async function inSteps<T>(
  verb: string,
  total: number,
  { terminal, clock }: Pick<Context, "terminal" | "clock">,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  if (!terminal.showsProgress || total < 2) return work(() => undefined);
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

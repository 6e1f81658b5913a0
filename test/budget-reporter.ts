import type { Reporter, TestModule } from "vitest/node";

/** What a file may take beyond the budget of all: seconds of processor time, and why. */
export type Exceptions = Readonly<Record<string, readonly [seconds: number, reason: string]>>;

/**
 * Prints the files that take the most processor time, and those that take more than their budget. The run fails when one
 * takes more than twice that: what else the machine does, such as an installation, does not slow all files alike.
 */
export default class BudgetReporter implements Reporter {
  readonly #budget: number;
  readonly #exceptions: Exceptions;
  readonly #usual: number;

  /**
   * @param budget - of one file, in seconds of processor time
   * @param usual - what all files take together on an idle machine; where they take more, so may each
   */
  constructor(budget: number, exceptions: Exceptions = {}, usual = Infinity) {
    this.#budget = budget;
    this.#exceptions = exceptions;
    this.#usual = usual;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({
        name: module.relativeModuleId,
        seconds: module.meta().processorTime ?? 0,
      }))
      .toSorted((one, other) => other.seconds - one.seconds);
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`\nProcessor time of ${files.length} files: ${total.toFixed(0)} s. The slowest:`);
    for (const { name, seconds } of files.slice(0, 20)) {
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
    }
    // On a busy machine, the same work takes twice as much.
    const slowness = Math.max(1, total / this.#usual);
    for (const { name, seconds } of files) {
      const [budget, reason = ""] = this.#exceptions[name] ?? [this.#budget];
      if (seconds <= budget * slowness) continue;
      console.error(
        `${name} takes ${seconds.toFixed(1)} s of processor time; its budget is ${budget} s${reason && ` (${reason})`}.`,
      );
      if (seconds > 2 * budget * slowness) process.exitCode = 1;
    }
  }
}

import type { Reporter, TestModule } from "vitest/node";

/** What a file may take beyond the budget of all: seconds of processor time, and why. */
export type Exceptions = Readonly<Record<string, readonly [seconds: number, reason: string]>>;

/** Prints the files that take the most processor time, and fails the run when one takes more than its budget. */
export default class BudgetReporter implements Reporter {
  readonly #budget: number;
  readonly #exceptions: Exceptions;

  /** @param budget - of one file, in seconds of processor time */
  constructor(budget: number, exceptions: Exceptions = {}) {
    this.#budget = budget;
    this.#exceptions = exceptions;
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
    for (const { name, seconds } of files.slice(0, Number(process.env["SLOWEST"] ?? 20))) {
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
    }
    for (const { name, seconds } of files) {
      const [budget, reason = ""] = this.#exceptions[name] ?? [this.#budget];
      if (seconds <= budget) continue;
      console.error(
        `${name} takes ${seconds.toFixed(1)} s of processor time; its budget is ${budget} s${reason && ` (${reason})`}.`,
      );
      process.exitCode = 1;
    }
  }
}

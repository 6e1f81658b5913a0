import type { Reporter, TestModule } from "vitest/node";

/** Closes the run with a line for programs that read logs: `12 passed, 0 failed`. */
export default class TotalReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ended = (state: "passed" | "failed") =>
      modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);
    console.log(`\n${ended("passed")} passed, ${ended("failed")} failed`);
  }
}

// Stryker's runner for Vitest, which lets those mutants go that are not in the sample.
import { MutantRunStatus } from "@stryker-mutator/api/test-runner";
import { strykerPlugins as plugins } from "@stryker-mutator/vitest-runner";
import { isInSample } from "./sample.js";

export { strykerValidationSchema } from "@stryker-mutator/vitest-runner";

const [vitest] = /** @type {any} */ (plugins);

/** @param {unknown} injector */
function sampledVitest(injector) {
  /** @type {import("@stryker-mutator/api/test-runner").TestRunner} */
  const runner = vitest.factory(injector);
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async (options) =>
    isInSample(options.activeMutant.id)
      ? mutantRun(options)
      : { status: MutantRunStatus.Error, errorMessage: "It is not in the sample." };
  return runner;
}
sampledVitest.inject = vitest.factory.inject;

export const strykerPlugins = [
  { kind: "TestRunner", name: "sampled-vitest", factory: sampledVitest },
];

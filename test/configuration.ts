import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import BudgetReporter, { type Exceptions } from "./budget-reporter.ts";

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const conditions = ["@traffic-policy/source", "node", "import", "module", "default"];
/** Tests run on the packages' sources; only test/e2e runs the built command. */
export const onSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };
// Long enough for random tests on a machine that is busy with other things.
const testTimeout = 120_000;
const isLong = process.env["TEST_LONG"] === "1";

/** A group of test files. */
export interface TestGroup {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Those that set the clock: what they import remembers timers of theirs, so they share nothing. */
  readonly ownClock?: readonly string[];
  /** Those that get four times the share of time that they have elsewhere. */
  readonly oracles?: readonly string[];
  /** Those that run when all others have ended. */
  readonly alone?: readonly string[];
  /** How often a test that fails is run again. */
  readonly retry?: number;
  /** How many files run at a time. */
  readonly workers: number;
  /** Of one file, in seconds of processor time. */
  readonly budget: number;
  /** Of all files on an idle machine, in seconds of processor time. */
  readonly usual: number;
  /** Files with a budget of their own. */
  readonly exceptions?: Exceptions;
}

/** How a group of test files is run. */
export function testConfiguration({
  include,
  exclude = [],
  ownClock = [],
  oracles = [],
  alone = [],
  retry = 0,
  workers,
  budget,
  usual,
  exceptions,
}: TestGroup): ViteUserConfig {
  const setupFiles = [beside("processor-time.ts")];
  // Hundreds of files share what they import, which takes longer than most of them do.
  const shared = {
    exclude: [...ownClock, ...exclude, "**/node_modules/**"],
    isolate: false,
    retry,
    setupFiles: [...setupFiles, beside("unguarded-process.ts")],
    testTimeout,
    // A browser takes its time to start.
    hookTimeout: testTimeout,
  };
  return defineConfig({
    root: beside(".."),
    test: {
      projects: [
        {
          ...onSources,
          test: {
            ...shared,
            name: "shared",
            include: [...include],
            exclude: [...shared.exclude, ...alone],
          },
        },
        {
          ...onSources,
          test: { ...shared, name: "alone", include: [...alone], sequence: { groupOrder: 1 } },
        },
        {
          ...onSources,
          test: {
            ...shared,
            name: "oracles",
            // Those of a long run have no share, and run with the others.
            include: isLong ? [] : [...oracles],
            env: { TEST_SHARE: "4" },
          },
        },
        {
          ...onSources,
          test: { name: "own clock", include: [...ownClock], setupFiles, testTimeout },
        },
      ],
      maxWorkers: workers,
      reporters: [
        "default",
        beside("key-reporter.ts"),
        new BudgetReporter(isLong ? Infinity : budget, isLong ? {} : exceptions, usual),
        beside("total-reporter.ts"),
      ],
    },
  });
}

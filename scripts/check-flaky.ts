// Runs the tests again and again and tells which of them fail sometimes: `npm run check:flaky` for all
// of them twenty times, `FLAKY_RUNS=5 npm run check:flaky test/api` for some of them five times.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is read of the report of a run. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file as a whole failed, if it did. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

const runs = Number(process.env["FLAKY_RUNS"] ?? 20);
if (!Number.isInteger(runs) || runs < 1) {
  console.error("FLAKY_RUNS is how many times the tests are run: a whole number from 1.");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "traffic-policy-flaky-"));
/** The first reasons of the failures of each test. */
const failures = new Map<string, string[]>();
try {
  for (let number = 1; number <= runs; number += 1) {
    const failed = failuresOf(join(folder, `${number}.json`), process.argv.slice(2));
    for (const [test, reason] of failed) {
      failures.set(test, [...(failures.get(test) ?? []), reason]);
    }
    console.log(`Run ${number} of ${runs}: ${failed.length} failed.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [test, reasons] of failures) {
  console.log(`\n${test}\n  failed in ${reasons.length} of ${runs} runs: ${reasons[0]}`);
}
if (failures.size > 0) process.exitCode = 1;

/** Runs the tests once, and tells which failed and why. */
function failuresOf(report: string, args: readonly string[]): [test: string, reason: string][] {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
  const reporters = ["--reporter=json", "--reporter=./test/key-reporter.ts"];
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [...vitest, ...reporters, `--outputFile.json=${report}`, ...args],
    { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"], maxBuffer: 100_000_000 },
  );
  const written = error?.message ?? stderr;
  let failed: [test: string, reason: string][];
  try {
    failed = failedIn(JSON.parse(readFileSync(report, "utf8")) as Report);
  } catch (cause) {
    throw new Error(`The tests could not be run.\n${written}`, { cause });
  }
  // An error that no test waits for fails the run, and no test.
  return status !== 0 && failed.length === 0 ? [["outside of the tests", written]] : failed;
}

function failedIn({ testResults }: Report): [test: string, reason: string][] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map((test): [string, string] => [
        `${name}: ${test.fullName}`,
        test.failureMessages?.[0]?.split("\n")[0] ?? "",
      ]);
    const whole: [string, string][] = [[name, message.split("\n")[0] ?? ""]];
    return status === "failed" && failed.length === 0 ? whole : failed;
  });
}

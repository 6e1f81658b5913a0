import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostilePolicies } from "./fixtures/hostile-policies.ts";
import { refactored, siteAssertions, sitePolicy } from "./fixtures/site-policies.ts";
import { run, type Run } from "./measured-run.ts";
import { measureInChromium } from "./prove-chromium.ts";
import { medianOf, printRows, type Row } from "./table.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

/** Of each size so many policies, each in a process of its own. */
const seeds = 100;
const mostSecondsOf = new Map([
  [50, 1],
  [200, 5],
]);
const mostMemory = 150;

/** Rules of the largest policies, of which there are fewer, and in seconds what each question may take. */
const largest = { rules: 250, seeds: 20 };
const ofLargest = [
  { name: "reach of all rules", option: "--reach", most: 4 },
  { name: "what nobody asked", option: "--ask", most: 8 },
] as const;

/** In seconds, for questions that would take for ever. */
const timeout = 5;

/** Proofs through the command, cold, of policies whose rules have to do with each other. */
export async function benchProve(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    for (const [count, most] of mostSecondsOf) benchSize(folder, count, most);
    benchLargest(folder);
    benchHostile(folder);
    await measureInChromium(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function benchSize(folder: string, count: number, most: number): void {
  const floor: number[] = [];
  const names = ["reach of all rules", "against its refactored self", "ten assertions"];
  const runs = new Map(names.map((name) => [name, [] as Run[]]));
  for (let seed = 1; seed <= seeds; seed++) {
    const write = (name: string, value: unknown): void =>
      writeFileSync(join(folder, name), JSON.stringify(value, null, 1));
    const policy = sitePolicy(seed, count);
    write("before.json", policy);
    write("after.json", refactored(seed, policy));
    const assertions = siteAssertions(seed, count);
    write("site.assertions.json", { policy: "./before.json", assertions });
    floor.push(run(folder, ["-e", "0"]).milliseconds);
    const [reach, same, asserted] = [
      ["prove", "--reach", "before.json"],
      ["diff", "--semantic", "before.json", "after.json"],
      ["prove", "site.assertions.json"],
    ].map((args) => run(folder, [command, ...args])) as [Run, Run, Run];
    // A figure for an answer that is none would be no figure: they are the same, and that is proved.
    if (same.status !== 0) throw new Error(`Seed ${seed} of ${count} rules: ${same.output}`);
    for (const [index, one] of [reach, same, asserted].entries()) {
      runs.get(names[index] ?? "")?.push(one);
    }
  }
  printRows(`Proofs about a policy of ${count} rules, whole processes, ${seeds} policies`, [
    { name: "node -e 0, median", value: medianOf(floor), unit: "ms" },
    ...[...runs].map(([name, all]) => rowOf(name, all, most)),
    {
      name: "memory, 95 of 100 within",
      value: percentile(
        [...runs.values()].flat().map(({ megabytes }) => megabytes),
        95,
      ),
      unit: "MB",
      goal: { of: "value", most: mostMemory },
      note: `at most ${Math.max(...[...runs.values()].flat().map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
    },
  ]);
}

function benchLargest(folder: string): void {
  const { rules, seeds: policies } = largest;
  const rows = ofLargest.map(({ name, option, most }) => {
    const all = Array.from({ length: policies }, (_item, seed) => {
      writeFileSync(join(folder, "before.json"), JSON.stringify(sitePolicy(seed + 1, rules)));
      return run(folder, [command, "prove", option, "before.json"]);
    });
    return rowOf(name, all, most);
  });
  printRows(`Proofs about a policy of ${rules} rules, whole processes, ${policies} policies`, rows);
}

function rowOf(name: string, runs: readonly Run[], mostSeconds: number): Row {
  const times = runs.map(({ milliseconds }) => milliseconds);
  return {
    name: `${name}, 95 of 100 within`,
    value: percentile(times, 95),
    unit: "ms",
    goal: { of: "value", most: mostSeconds * 1000 },
    note: `median ${medianOf(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
  };
}

/** Patterns and conditions that are made to take long: what they take is what the option allows. */
function benchHostile(folder: string): void {
  const rows = Object.entries(hostilePolicies).map(([name, { before, after }]): Row => {
    writeFileSync(join(folder, "before.json"), JSON.stringify(before));
    writeFileSync(join(folder, "after.json"), JSON.stringify(after));
    const limit = ["--timeout", String(timeout)];
    const all = [
      run(folder, [command, "prove", "--reach", "before.json", ...limit]),
      run(folder, [command, "prove", "--fails", "before.json", ...limit]),
      run(folder, [command, "diff", "--semantic", "before.json", "after.json", ...limit]),
    ];
    return {
      name,
      value: Math.max(...all.map(({ milliseconds }) => milliseconds)),
      unit: "ms",
      goal: { of: "value", most: 1100 * timeout },
      note: `at most ${Math.max(...all.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
    };
  });
  printRows(`Hostile policies with --timeout ${timeout}, the slowest of three questions`, rows);
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

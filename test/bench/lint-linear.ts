import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { distinctRules } from "./fixtures/distinct-rules.ts";
import { medianOf, printRows, type Row } from "./table.ts";

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

const sizes = [2500, 5000, 10_000, 20_000];
const runs = 3;

// In kilobytes; what the command itself prints is of no interest here.
const tellMemory =
  'process.on("exit", () => console.error("peak " + process.resourceUsage().maxRSS))';

interface Run {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Linting one JSON policy of ever more rules, whole processes, with the peak of their memory. */
export function benchLintLinear(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    const base = medians(write(folder, 8));
    const results = sizes.map((size) => ({ size, ...medians(write(folder, size)) }));
    const points = results.map(({ size, milliseconds }): Point => [
      Math.log(size),
      Math.log(Math.max(1, milliseconds - base.milliseconds)),
    ]);
    const largest = Math.max(...sizes);
    printRows(`Linting one policy, whole processes, median of ${runs}`, [
      ...results.map(({ size, milliseconds, megabytes }): Row => {
        const each = ((milliseconds - base.milliseconds) / size).toFixed(3);
        return {
          name: `${size.toLocaleString("en")} rules`,
          value: milliseconds,
          unit: "ms",
          note: `${each} ms a rule, ${megabytes.toFixed(0)} MB`,
        };
      }),
      {
        name: `memory at most, with ${largest.toLocaleString("en")} rules`,
        value: results.at(-1)?.megabytes ?? Number.NaN,
        unit: "MB",
        goal: { of: "value", most: 250 },
      },
      {
        name: "power of the rules with which time grows",
        value: slopeOf(points),
        unit: "",
        goal: { of: "value", most: 1.1 },
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, count: number): string {
  const file = join(folder, `${count}.json`);
  writeFileSync(file, JSON.stringify(distinctRules(count)));
  return file;
}

function medians(file: string): Run {
  const all = Array.from({ length: runs }, () => run(file));
  return {
    milliseconds: medianOf(all.map(({ milliseconds }) => milliseconds)),
    megabytes: medianOf(all.map(({ megabytes }) => megabytes)),
  };
}

function run(file: string): Run {
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(tellMemory)}`,
      command,
      "lint",
      "--protocol",
      "http",
      file,
    ],
    // What it finds is printed, as for a user, and dropped.
    { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] },
  );
  const milliseconds = performance.now() - start;
  const peak = /^peak (\d+)$/m.exec(stderr)?.[1];
  if (status !== 0 || peak === undefined) throw new Error(`Linting ${file} failed: ${stderr}`);
  return { milliseconds, megabytes: Number(peak) / 1000 };
}

type Point = readonly [x: number, y: number];

/** The slope of the line that is nearest to all points. */
function slopeOf(points: readonly Point[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([one]) => one)), mean(points.map(([, other]) => other))];
  const products = points.map(([one, other]) => (one - x) * (other - y));
  return mean(products) / mean(points.map(([one]) => (one - x) ** 2));
}

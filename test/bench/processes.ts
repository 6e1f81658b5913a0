import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { medianOf, printTable } from "./table.ts";

const root = new URL("../../", import.meta.url);
const command = fileURLToPath(new URL("packages/cli/bin/traffic-policy.cjs", root));
const language = fileURLToPath(new URL("packages/policy-language/dist/index.js", root));
const example = fileURLToPath(new URL("docs/examples", root));

const runs = 15;

/** Whole processes, in turn, so that a change of the machine's speed hits all of them. */
export function benchProcesses(): void {
  // A folder of its own, without a configuration in it or above it.
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  cpSync(join(example, "mistakes/web.json"), join(folder, "web.json"));
  const processes: readonly (readonly [
    name: string,
    args: string[],
    cwd: string,
    most?: number,
  ])[] = [
    ["node -e 0", ["-e", "0"], folder],
    ["import policy-language", [language], folder],
    ["traffic-policy --version", [command, "--version"], folder],
    ["lint one JSON policy", [command, "lint", "web.json"], folder, 1.4],
    ["lint one TypeScript policy", [command, "lint", "policies/ssh.policy.ts"], example, 1.9],
    ["complete an option", [command, "complete", "--", "lint", "--fo"], example],
    ["complete a target", [command, "complete", "--", "diff", "--target", ""], example],
  ];
  const times = processes.map((): number[] => []);
  for (let run = -1; run < runs; run++) {
    for (const [index, [, args, cwd]] of processes.entries()) {
      const start = performance.now();
      spawnSync(process.execPath, args, { cwd });
      if (run >= 0) times[index]?.push(performance.now() - start);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  printTable(
    `Whole processes, median of ${runs}, beside bare Node`,
    processes.map(([name, , , most], index) => ({
      name,
      median: medianOf(times[index] ?? []),
      ...(most !== undefined && { goal: { of: "ratio" as const, most } }),
    })),
    { plot: true },
  );
}

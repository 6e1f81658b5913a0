import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { medianOf, printTable } from "./table.ts";

const command = fileURLToPath(new URL("../../packages/cli/bin/traffic-policy.js", import.meta.url));
const example = fileURLToPath(new URL("../../docs/examples", import.meta.url));

const runs = 15;

/** Whole processes, in turn, so that a change of the machine's speed hits all of them. */
export function benchProcesses(): void {
  const processes: [name: string, args: string[]][] = [
    ["node -e 0", ["-e", "0"]],
    ["traffic-policy --version", [command, "--version"]],
    ["lint one JSON policy", [command, "lint", "mistakes/web.json"]],
    ["lint one TypeScript policy", [command, "lint", "policies/ssh.policy.ts"]],
  ];
  const times = processes.map((): number[] => []);
  for (let run = -1; run < runs; run++) {
    for (const [index, [, args]] of processes.entries()) {
      const start = performance.now();
      spawnSync(process.execPath, args, { cwd: example });
      if (run >= 0) times[index]?.push(performance.now() - start);
    }
  }
  printTable(
    `Whole processes, median of ${runs}, beside bare Node`,
    processes.map(([name], index) => ({ name, median: medianOf(times[index] ?? []) })),
  );
}

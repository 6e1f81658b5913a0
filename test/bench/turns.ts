import { spawnSync } from "node:child_process";
import { medianOf, type Figure, type Goal } from "./table.ts";

/** A process that is measured as a whole. */
export interface MeasuredProcess {
  readonly name: string;
  readonly args: readonly string[];
  /** The program; this Node.js without it. */
  readonly program?: string;
  /** What it must end with, so that a failure is not taken for speed; 0 without it. */
  readonly status?: number | readonly number[];
  /** The folder that it runs in; that of the others without it. */
  readonly cwd?: string;
  readonly goal?: Goal;
}

/** Runs processes in turn, so that a change of the machine's speed hits all of them. */
export function measureInTurns(
  processes: readonly MeasuredProcess[],
  { runs, cwd: folder }: { readonly runs: number; readonly cwd: string },
): Figure[] {
  const times = processes.map((): number[] => []);
  for (let run = -1; run < runs; run++) {
    for (const [index, { name, program, args, status = 0, cwd = folder }] of processes.entries()) {
      const statuses = [status].flat();
      const start = performance.now();
      const ended = spawnSync(program ?? process.execPath, args, {
        cwd,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      if (ended.status === null || !statuses.includes(ended.status)) {
        throw new Error(`${name} ended with ${ended.status}: ${ended.stderr.slice(0, 500)}`);
      }
      if (run >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return processes.map(({ name, goal }, index) => ({
    name,
    median: medianOf(times[index] ?? []),
    ...(goal && { goal }),
  }));
}

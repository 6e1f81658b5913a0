import { spawnSync } from "node:child_process";
import { compiler } from "../types/compile.ts";
import { writeManyRules } from "./many-rules.ts";
import { medianOf, printTable } from "./table.ts";

const runs = 15;

/** Type-checking 300 rules made with the builder, beside the same as plain object literals. */
export function benchTypeCheck(): void {
  const projects = writeManyRules();
  try {
    const files = [
      { name: "plain object literals", project: projects.plain },
      { name: "the builder", project: projects.built },
    ];
    const times = files.map((): number[] => []);
    for (let run = -1; run < runs; run++) {
      for (const [index, { project }] of files.entries()) {
        const start = performance.now();
        const { status } = spawnSync(process.execPath, [compiler, "-p", project]);
        if (status !== 0) throw new Error(`${project} does not compile`);
        if (run >= 0) times[index]?.push(performance.now() - start);
      }
    }
    printTable(
      `Type-checking 300 rules, whole processes, median of ${runs}`,
      files.map(({ name }, index) => ({ name, median: medianOf(times[index] ?? []) })),
    );
  } finally {
    projects.remove();
  }
}

import { compiler } from "../types/compile.ts";
import { writeManyRules } from "./many-rules.ts";
import { printTable } from "./table.ts";
import { measureInTurns } from "./turns.ts";

const runs = 15;

/** Type-checking 300 rules made with the builder, beside the same as plain object literals. */
export function benchTypeCheck(): void {
  const projects = writeManyRules();
  try {
    const figures = measureInTurns(
      [
        { name: "plain object literals", args: [compiler, "-p", projects.plain] },
        { name: "the builder", args: [compiler, "-p", projects.built] },
      ],
      { runs, cwd: process.cwd() },
    );
    printTable(`Type-checking 300 rules, whole processes, median of ${runs}`, figures);
  } finally {
    projects.remove();
  }
}

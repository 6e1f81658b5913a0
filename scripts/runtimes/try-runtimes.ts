import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyExamples } from "../packages/examples.ts";
import { installProgram } from "../packages/node-versions.ts";
import { ended, type Ended } from "../packages/run.ts";
import { runtimeFiles, runtimeNames, runtimeRows, type RuntimeRow } from "./rows.ts";

type Words = readonly [program: string, ...args: string[]];

/**
 * Runs the command of a project with Deno and with Bun, and compares what it prints with what it prints with Node.js.
 *
 * @param project - a folder in which the packages are installed
 * @throws {Error} when a runtime does something else than the table says.
 */
export async function tryRuntimes(project: string): Promise<void> {
  const bun = await installProgram(`@oven/bun-linux-${process.arch}`, "1.4.5");
  const deno = await installProgram(`@deno/linux-${process.arch}-glibc`, "2.9.6");
  const command = `${project}/node_modules/traffic-policy/bin/traffic-policy.cjs`;
  const words: Readonly<Record<(typeof runtimeNames)[number], Words>> = {
    Deno: [`${deno}/deno`, "run", "--allow-all", command],
    Bun: [`${bun}/bin/bun`, command],
  };
  const expected = await runAll(project, [process.execPath, command]);
  for (const name of runtimeNames) {
    const found = await runAll(project, words[name]);
    for (const [at, { what, differences }] of runtimeRows.entries()) {
      const wrong = wrongIn(found[at] ?? [], expected[at] ?? [], differences?.[name]);
      if (wrong !== undefined) throw new Error(`${what}, with ${name}:\n${wrong}`);
    }
  }
}

/** Finds what a runtime does otherwise than the table says. */
function wrongIn(
  found: readonly Ended[],
  expected: readonly Ended[],
  difference: NonNullable<RuntimeRow["differences"]>["Bun"],
): string | undefined {
  for (const [at, { with: end, written }] of found.entries()) {
    const known = expected[at];
    if (difference?.says !== undefined) {
      if (end !== 2 || !written.includes(difference.says)) return `${end}\n${written}`;
    } else if (end !== known?.with) {
      return `It ends with ${end}, and not with ${known?.with}:\n${written}`;
    } else if ((written === known.written) !== (difference === undefined)) {
      return `${written}\nWith Node.js:\n${known.written}`;
    }
  }
  return undefined;
}

/** Runs all rows in a copy of the examples. */
async function runAll(project: string, [program, ...words]: Words): Promise<Ended[][]> {
  const folder = join(project, "tried");
  rmSync(folder, { recursive: true, force: true });
  copyExamples(folder);
  mkdirSync(join(folder, "runtimes"));
  for (const [name, text] of Object.entries(runtimeFiles)) {
    writeFileSync(join(folder, "runtimes", name), text);
  }
  const answers: Ended[][] = [];
  for (const { what, runs } of runtimeRows) {
    const answered: Ended[] = [];
    for (const { args, folder: inFolder = ".", status = 0 } of runs) {
      const cwd = join(folder, inFolder);
      const answer = await ended(program, [...words, ...args.split(" ")], { cwd });
      if (program === process.execPath && answer.with !== status) {
        throw new Error(`${what}, ${args}:\n${answer.written}`);
      }
      answered.push(answer);
    }
    answers.push(answered);
  }
  return answers;
}

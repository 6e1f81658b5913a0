// Says how many of the tasks a folder of answers solves: one policy in JSON or YAML a task, named like it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commands, filesFor, scoresOf, tasks, type Answer, type Outputs } from "./tasks.ts";

const command = fileURLToPath(
  new URL("../../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const [given] = process.argv.slice(2);

if (given === undefined) {
  for (const { name, text } of tasks) console.log(`${name}: ${text}\n`);
  console.log(
    "Write each policy to NAME.yaml or NAME.json in a folder, and name that folder here.",
  );
} else {
  const scores = scoresOf(...decided(answersIn(given)));
  const rows = scores.map((score) => [
    score.isRight ? "right" : score.isAnswered ? "wrong" : "no answer",
    score.name,
    `${score.findings}`,
    `${score.passed}/${score.cases}`,
    `${score.proved}/${score.assertions}`,
  ]);
  const table = [["", "task", "findings", "cases", "assertions"], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table) {
    console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  }
  const right = scores.filter(({ isRight }) => isRight).length;
  console.log(`\n${right} of ${tasks.length} are right.`);
  process.exitCode = right === tasks.length ? 0 : 1;
}

function answersIn(folder: string): ReadonlyMap<string, Answer> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    console.error(`${folder}: There is no such folder.`);
    process.exit(2);
  }
  const answers = new Map<string, Answer>();
  for (const file of readdirSync(folder)) {
    const ending = extname(file);
    const name = basename(file, ending);
    const isTask = tasks.some((task) => task.name === name);
    if (!isTask || ![".json", ".yaml", ".yml"].includes(ending)) {
      console.error(`${join(folder, file)} answers no task: it is left out.`);
    } else if (answers.has(name)) {
      console.error(`${join(folder, file)} is a second answer: it is left out.`);
    } else answers.set(name, { ending, text: readFileSync(join(folder, file), "utf8") });
  }
  return answers;
}

/** Runs the commands on the answers, without a configuration of anybody. */
function decided(
  answers: ReadonlyMap<string, Answer>,
): [answers: ReadonlyMap<string, Answer>, outputs: Outputs] {
  const cwd = mkdtempSync(join(tmpdir(), "agent-tasks-"));
  try {
    for (const [name, text] of Object.entries(filesFor(answers))) {
      writeFileSync(join(cwd, name), text);
    }
    const outputs = commands.map((name) => {
      const args = [command, name, ".", "--format", "json"];
      const options = { cwd, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
      return [name, JSON.parse(spawnSync(process.execPath, args, options).stdout)];
    });
    return [answers, Object.fromEntries(outputs) as Outputs];
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

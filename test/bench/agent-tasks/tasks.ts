import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "yaml";

const folder = new URL("tasks/", import.meta.url);

/** A policy to write, told in words, with what decides whether it is right. */
export interface Task {
  readonly name: string;
  readonly text: string;
  /** The content of the files with cases and with assertions. */
  readonly cases: { readonly cases: readonly Case[] };
  readonly assertions: { readonly assertions: readonly object[] };
  /** A policy that is right. */
  readonly reference: object;
  /** A policy that looks right and is not. */
  readonly wrong: object;
}

interface Case {
  readonly each?: readonly object[];
}

/** A file of a task. What is in it besides is for the cases and the assertions. */
interface TaskFile extends Readonly<Record<string, unknown>> {
  readonly task: string;
  readonly assertions: readonly object[];
  readonly cases: readonly Case[];
  readonly secrets?: object;
  readonly reference: object;
  readonly wrong: object;
}

export const tasks: readonly Task[] = readdirSync(folder)
  .toSorted()
  .map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const { task, assertions, cases, secrets, reference, wrong, ...both } = parse(text) as TaskFile;
    return {
      name: basename(file, ".yaml"),
      text: task.trim(),
      cases: { ...both, ...(secrets && { secrets }), cases },
      assertions: { ...both, assertions },
      reference,
      wrong,
    };
  });

export const commands = ["lint", "test", "prove"] as const;

/** An answer to a task: the text of a policy, with the ending of its file. */
export interface Answer {
  readonly ending: string;
  readonly text: string;
}

/** Returns the files on which the commands decide, by their names. */
export function filesFor(answers: ReadonlyMap<string, Answer>): Readonly<Record<string, string>> {
  const answered = tasks.filter(({ name }) => answers.has(name));
  return Object.fromEntries(
    answered.flatMap(({ name, cases, assertions }) => {
      const { ending = "", text = "" } = answers.get(name) ?? {};
      return [
        [`${name}.policy${ending}`, text],
        [`${name}.cases.json`, JSON.stringify(cases)],
        [`${name}.assertions.json`, JSON.stringify(assertions)],
      ];
    }),
  );
}

/** What the commands print as JSON. */
export interface Outputs {
  readonly lint: {
    readonly diagnostics: readonly { readonly location?: { readonly file: string } }[];
    readonly failures: readonly { readonly file?: string }[];
  };
  readonly test: { readonly files: readonly ({ readonly cases: readonly Done[] } & OfFile)[] };
  readonly prove: {
    readonly files: readonly ({ readonly assertions: readonly Done[] } & OfFile)[];
  };
}

interface OfFile {
  readonly file: string;
}

interface Done {
  readonly state: string;
}

/** How good an answer is; a task without an answer has no findings, and nothing that passes. */
export interface Score {
  readonly name: string;
  readonly isAnswered: boolean;
  readonly findings: number;
  readonly passed: number;
  readonly cases: number;
  readonly proved: number;
  readonly assertions: number;
  readonly isRight: boolean;
}

export function scoresOf(
  answers: ReadonlyMap<string, Answer>,
  { lint, test, prove }: Outputs,
): Score[] {
  return tasks.map((task) => {
    const { name } = task;
    const isOf = (file = ""): boolean => basename(file).startsWith(`${name}.`);
    const count = (done: readonly Done[] = [], state: string): number =>
      done.filter((one) => one.state === state).length;
    const findings =
      lint.diagnostics.filter(({ location }) => isOf(location?.file)).length +
      lint.failures.filter(({ file }) => isOf(file)).length;
    const passed = count(test.files.find(({ file }) => isOf(file))?.cases, "passed");
    const proved = count(prove.files.find(({ file }) => isOf(file))?.assertions, "proved");
    const cases = task.cases.cases.reduce((all, { each }) => all + (each?.length ?? 1), 0);
    const assertions = task.assertions.assertions.length;
    const isAnswered = answers.has(name);
    const isRight = isAnswered && findings === 0 && passed === cases && proved === assertions;
    return { name, isAnswered, findings, passed, cases, proved, assertions, isRight };
  });
}

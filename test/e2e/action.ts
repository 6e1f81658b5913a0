import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { userEnvironment } from "../../scripts/user-environment.js";
import { project } from "./command.ts";

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly "continue-on-error"?: boolean;
  readonly shell: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly "working-directory": string;
}

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default?: string }>
  >;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = new URL("../../", import.meta.url);

/** The action of this repository. */
export const action = parse(readFileSync(new URL("action.yml", root), "utf8")) as Action;

export interface StepOutcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a step is run. */
export interface Running {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What expressions of the context are: `runner.temp`. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Does a step as the runner does: values are put into the expressions, then the shell is started. */
export function act(
  name: string,
  folder: string,
  { inputs = {}, env = {}, context = {} }: Running = {},
): Promise<StepOutcome> {
  const step = action.runs.steps.find((one) => one.name === name);
  if (step === undefined) throw new Error(`There is no step ${name}.`);
  const valueOf = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_whole, expression: string) => {
      const [, input] = /^inputs\.(.+)$/.exec(expression) ?? [];
      const value =
        input === undefined
          ? context[expression]
          : (inputs[input] ?? valueOf(action.inputs[input]?.default ?? expression));
      if (value === undefined) throw new Error(`There is no ${expression}.`);
      return value;
    });
  const script = join(project({ "step.sh": valueOf(step.run) }), "step.sh");
  const own = Object.fromEntries(
    Object.entries(step.env).map(([variable, text]) => [variable, valueOf(text)]),
  );
  const options = {
    cwd: join(folder, valueOf(step["working-directory"])),
    env: {
      ...userEnvironment(),
      GITHUB_ACTION_PATH: fileURLToPath(root),
      GITHUB_WORKSPACE: folder,
      ...own,
      ...env,
    },
  };
  return new Promise((settle) => {
    const words = ["--noprofile", "--norc", "-eo", "pipefail", script];
    const child = execFile("bash", words, options, (_error, out, err) =>
      settle({ status: child.exitCode, out, err }),
    );
    child.stdin?.end();
  });
}

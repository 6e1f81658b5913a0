import { resolve } from "node:path";
import { isGlob, policyPath } from "@traffic-policy/project/internal";
import { CommandError, exitStatus, type Context } from "../../context.ts";
import { hideApiKey } from "../../configuration/api-key.ts";
import { printedTerminal } from "../../printed-terminal.ts";
import type { Call } from "./call.ts";
import { RootedFiles } from "./rooted-files.ts";

/** A call, as it is sent to the process that does it. */
export interface Question {
  readonly call: Call;
  /** Absolute paths; the first is the working directory. */
  readonly roots: readonly string[];
  readonly runsCode: boolean;
}

/** The result of a call. */
export interface CallAnswer {
  readonly status: number;
  /** The output as JSON; empty when there is none. */
  readonly json: string;
  /** The same for people, with what was said beside it. */
  readonly text: string;
}

/** Answers the one question of the process that started this one. */
export async function answerParent(context: Context): Promise<void> {
  // Code of the project may put something else there.
  const send = process.send?.bind(process);
  const question = await new Promise<Question>((settle) => {
    process.once("message", (message) => settle(message as Question));
  });
  const answer = await answerCall(question, context);
  await new Promise((settle) => send?.(answer, undefined, undefined, settle));
}

/** Runs the command of a call, for its JSON and for its text. */
export async function answerCall(
  { call, roots: named, runsCode }: Question,
  context: Omit<Context, "cwd" | "files" | "terminal">,
): Promise<CallAnswer> {
  const roots = call.isAlone ? [] : named;
  const [cwd = noFolder] = roots;
  // Both outputs are about one moment.
  const now = context.clock.now();
  const clock = { ...context.clock, now: () => now };
  const run = async (format: "json" | "pretty"): Promise<Ran> => {
    const files = new RootedFiles(cwd, roots, runsCode);
    for (const [name, text] of Object.entries(call.texts)) files.give(files.resolve(name), text);
    const { terminal, printed } = await printedTerminal(context.env, false);
    const one = { ...context, cwd, clock, files, terminal };
    hideApiKey([], one);
    const paths = call.paths.map((path) => allowedPath(path, files));
    const [command = "", ...options] = call.args;
    const args = [
      command,
      `--format=${format}`,
      ...options,
      "--",
      ...paths,
      call.word ?? [],
    ].flat();
    const status = await context.run(args, one);
    await terminal.flushed();
    const note = files.refused.length > 0 ? refusedCode : "";
    return { status, out: printed.out, err: printed.err + note };
  };
  try {
    const { status, out: json, err } = await run("json");
    if (call.isOnce) return { status, json, text: json + err };
    const pretty = await run("pretty");
    return { status, json, text: pretty.out + pretty.err };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { status: exitStatus.failure, json: "", text: `${error.message}\n` };
  }
}

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** There is nothing in it or above it, such as a configuration. */
const noFolder = resolve("/traffic-policy-texts");

const refusedCode = "This server runs no code of the project without --allow-code.\n";

/**
 * Returns a path as the command takes it, which can be nothing but a path.
 *
 * @throws CommandError when it leads out of the roots
 */
function allowedPath(path: string, files: RootedFiles): string {
  const { file } = policyPath(path, files);
  const absolute = files.resolve(file);
  if (files.given(absolute) !== undefined) return absolute;
  if (isGlob(path) && path.includes("..")) {
    throw new CommandError(`${path}: A pattern must not contain "..".`);
  }
  files.check(absolute);
  return isGlob(path) ? path : files.resolve(path);
}

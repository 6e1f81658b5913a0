import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { writeSync } from "node:fs";
import type { Origin } from "@traffic-policy/policy-builder";
import { type Protocol, type SourceRange } from "@traffic-policy/policy-language";
import { secondsText } from "@traffic-policy/policy-language/internal";
import { codePolicy, type Built } from "@traffic-policy/project/code";
import { loadPolicy } from "@traffic-policy/project";
import { loadedFiles, rememberLoadedModules } from "@traffic-policy/project/internal";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import {
  type Context,
  CommandError,
  exitStatus,
  type ExitStatus,
  type Terminal,
} from "../../context.ts";
import { projectOf } from "../../configuration/project.ts";
import { commandIndex } from "../../program/color-option.ts";
import type { ServeOptions } from "./command.ts";

/** The file descriptor on which a loading process reports its result, as JSON. */
const answerDescriptor = 3;

interface LoadedMessage {
  readonly result: SentPolicy | SentError;
  readonly modules: readonly string[];
  readonly keys: readonly string[];
}

interface SentPolicy {
  /** Absolute path. */
  readonly file: string;
  readonly protocol: Protocol;
  /** The value built by code; undefined when the file holds the document itself. */
  readonly built?: Omit<Built, "origins"> & { readonly origins: readonly [string, Origin][] };
}

interface SentError {
  readonly error: string;
  readonly help: string | undefined;
  readonly range: SourceRange | undefined;
}

// A configuration and a policy have five seconds each, and the process has to start.
const timeLimit = 30_000;

/**
 * Loads a policy in a separate process, so that slow or endless code does not block this process.
 *
 * @param onModules - receives the absolute paths of the modules that ran
 * @throws CommandError when it cannot be loaded
 */
export async function loadedElsewhere(
  { files, terminal }: Pick<Context, "files" | "terminal">,
  onModules: (modules: readonly string[]) => void,
): Promise<Pick<SelectedPolicy, "file" | "loaded" | "protocol">> {
  const { result, modules, keys } = await answer();
  for (const key of keys) terminal.hide(key);
  onModules(modules);
  if ("error" in result) {
    const { error, help, range } = result;
    throw new CommandError(error, { help, range });
  }
  const { file, protocol, built } = result;
  const loaded =
    built === undefined
      ? await loadPolicy(file, files)
      : codePolicy(file, { ...built, origins: new Map(built.origins) }, files);
  return { file, protocol, loaded };
}

async function answer(): Promise<LoadedMessage> {
  const args = process.argv.slice(2);
  const start = commandIndex(args) + 1;
  // Not a channel of Node's: code of the user's that writes something else to it would end this process.
  const child = spawn(
    process.execPath,
    [...process.execArgv, process.argv[1] ?? "", ...args.toSpliced(start, 0, "--load-only")],
    { stdio: ["ignore", "ignore", "inherit", "pipe"] },
  );
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeLimit);
  try {
    const text = await new Promise<string>((settle, refuse) => {
      let read = "";
      const pipe = child.stdio[answerDescriptor] as Readable;
      pipe.setEncoding("utf8").on("data", (piece: string) => (read += piece));
      child.once("error", refuse).once("close", () => settle(read));
    });
    if (isLate) throw new CommandError(`The policy did not load within ${secondsText(timeLimit)}.`);
    return messageIn(text);
  } finally {
    clearTimeout(timer);
    process.off("exit", end);
  }
}

function messageIn(text: string): LoadedMessage {
  try {
    return JSON.parse(text) as LoadedMessage;
  } catch (cause) {
    const reason = "The process that loads the policy ended before it finished.";
    throw new CommandError(reason, { cause });
  }
}

// Taken here, because code of the user's may put something in its place.
const writeNow = writeSync;

export async function sendPolicy(
  name: string,
  options: ServeOptions,
  context: Context,
): Promise<ExitStatus> {
  rememberLoadedModules();
  const keys: string[] = [];
  const terminal = Object.assign(Object.create(context.terminal) as Terminal, {
    hide(key: string) {
      keys.push(key);
      context.terminal.hide(key);
    },
  });
  const result = await toSend(name, options, { ...context, terminal });
  const message: LoadedMessage = { result, modules: loadedFiles(), keys };
  writeWhole(Buffer.from(JSON.stringify(message)));
  return exitStatus.ok;
}

function writeWhole(bytes: Buffer): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeNow(answerDescriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

async function toSend(
  name: string,
  options: ServeOptions,
  context: Context,
): Promise<SentPolicy | SentError> {
  try {
    const project = projectOf(options, context);
    const { file, protocol, loaded } = await project.policy(name, options.protocol);
    const { built } = loaded;
    const sent = built && { ...built, origins: [...built.origins] };
    return { file, protocol, ...(sent && { built: sent }) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, help, range } = error;
    return { error: message, help, range };
  }
}

import { hostname, userInfo } from "node:os";
import { secondsText } from "@traffic-policy/policy-language/internal";
import { Files } from "@traffic-policy/project";
import {
  defaultTimeLimit,
  hasFailedLater,
  hasRunCode,
  restoreAfterCode,
  stoppedAfter,
  wasStopped,
} from "@traffic-policy/project/internal";
import { cacheFolder, UserCache } from "@traffic-policy/project/user-cache";
import { CommandError, type Context, exitStatus, type Operator } from "./context.ts";
import { createTerminal } from "./create-terminal.ts";
import { standardStreams, type Streams } from "./output-stream.ts";
import { colorsAskedFor } from "./program/color-option.ts";
import { run } from "./program.ts";
import { printError } from "./report/error.ts";
import { hideApiKey } from "./configuration/api-key.ts";

// Kept here, because code of the user's must not end the process.
const { exit, reallyExit } = process as typeof process & { reallyExit(status: number): never };

export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const streams = standardStreams();
  if (!hasFolder()) {
    // No part of the command can start there, not even what prints errors.
    const message = "error: This folder was removed.\n  help: Change to one that exists.\n";
    streams.err.write(Buffer.from(message));
    exit.call(process, exitStatus.failure);
  }
  const context = await createContext(streams, args);
  // Code of the user's takes its place, which may throw what nobody waits for, too.
  process.on("uncaughtException", (error) => void breakOff(error, context));
  // Said, not left to Node: code of the user's may have left something that never ends.
  end(await execute(args, context), context);
}

/** False in a folder that was removed after the process, or its shell, had changed to it. */
function hasFolder(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    return false;
  }
}

export async function createContext(
  streams: Streams,
  args: readonly string[] = [],
): Promise<Context> {
  const { env } = process;
  const cwd = process.cwd();
  return {
    cwd,
    // As it is: code of the user's may read a file of variables.
    env,
    operator: currentOperator(),
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    files: new Files(cwd, new UserCache(cacheFolder(env))),
    terminal: await createTerminal(streams, env, colorsAskedFor(args)),
    run,
  };
}

function currentOperator(): Operator {
  const host = hostname();
  return { ...nameOfUser(), ...(host !== "" && { host }) };
}

function nameOfUser(): Pick<Operator, "user"> {
  try {
    return { user: userInfo().username };
  } catch {
    // In a container, a user may be a number alone.
    return {};
  }
}

/**
 * Runs a command line until all of its output is written.
 *
 * @returns the exit status
 */
export async function execute(args: readonly string[], context: Context): Promise<number> {
  context.terminal.takeAll();
  hideApiKey(args, context);
  const status = await run(args, context);
  // Output that is still on its way to a pipe would be lost by an exit.
  const changed = restoreAfterCode();
  if (changed !== undefined) {
    const message = `Code changed ${changed} after it was loaded, so the result may be wrong.`;
    printError(new CommandError(message), context);
  }
  const isWritten = await context.terminal.flushed();
  return isWritten && !hasFailedLater() ? status : exitStatus.failure;
}

/** Checks whether user code has left traces in this process that would affect another run. */
export function isSpent(): boolean {
  return hasFailedLater() || wasStopped();
}

/** Ends the process with this status, even if user code tries to prevent it. */
function end(status: number, context: Context): void {
  const leave = (): never =>
    reallyExit.call(process, hasFailedLater() ? exitStatus.failure : status);
  Object.assign(process, { reallyExit: leave });
  if (!hasRunCode()) exit.call(process, status);
  try {
    stoppedAfter(() => exit.call(process, status), defaultTimeLimit);
    const message = `Code that ran at exit did not finish within ${secondsText(defaultTimeLimit)}.`;
    printError(new CommandError(message), context);
    reallyExit.call(process, exitStatus.failure);
  } catch (error) {
    // Code of the user's that runs at the exit.
    printError(
      new CommandError("Code that ran at exit threw an error.", { cause: error }),
      context,
    );
    reallyExit.call(process, exitStatus.failure);
  }
}

async function breakOff(error: Error, context: Context): Promise<void> {
  printError(error, context);
  await context.terminal.flushed();
  end(exitStatus.failure, context);
}

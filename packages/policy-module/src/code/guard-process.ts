import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import { fileURLToPath } from "node:url";
import { printable } from "@traffic-policy/policy-language";
import { forLog } from "./harmless.ts";
import { noteFailure } from "./late-failures.ts";
import { replaceFunction } from "./replace-function.ts";
import { defaultTimeLimit, secondsText, stoppedAfter, timeLeft } from "./time-limit.ts";
import { readable } from "./to-user-code-error.ts";
import { ProcessEndedError, type UserCodeError } from "./user-code-error.ts";
import { userPlacesOf } from "./user-place.ts";

/**
 * Keeps code of the user's from doing harm to a run: what it prints is no result and goes to
 * stderr, it cannot end the process, and what it throws later, when nobody waits for it, is told
 * and lets the run fail, but go on.
 *
 * @param describe - puts an error into words
 */
export function guardProcess(describe: (error: unknown) => UserCodeError): void {
  guardOutput();
  guardTimers();
  const note = (thrown: unknown): void => {
    const error = readable(thrown);
    noteFailure(error, () => {
      const { place, message, reason } = describe(error);
      const text = error instanceof Error ? String(error.stack) : reason;
      const what = place === undefined ? text : printable(message);
      process.stderr.write(forLog(`error: ${what}\n`, { isColorSupported: false }));
    });
  };
  const refuse = (call: string): never => {
    const error = new ProcessEndedError(call);
    note(error);
    throw error;
  };
  for (const name of ["abort", "exit", "reallyExit"]) {
    replaceFunction(process, name, () => refuse(`process.${name}`));
  }
  replaceFunction(process, "kill", ({ args, instead }) => {
    const [id, signal] = args;
    const isOwn = [process.pid, -process.pid, 0, -1].includes(Number(id));
    // What ends this process after a signal does it in this way, too.
    const isUsers = isOwn && signal !== 0 && userPlacesOf(new Error()).length > 0;
    return isUsers ? refuse("process.kill") : instead(...args);
  });
  replaceFunction(process, "chdir", () => refuse("process.chdir"));
  replaceFunction(process, "umask", ({ args, instead }) =>
    args.length === 0 ? instead() : refuse("process.umask"),
  );
  if (process.report !== undefined) replaceFunction(process.report, "writeReport", () => "");
  // Unlike a listener, code of the user's cannot take it away. Rejections come to it, too, but as errors.
  process.setUncaughtExceptionCaptureCallback(note);
  process.on("unhandledRejection", note);
}

const standardOutput = 1;
const standardError = 2;

const asynchronous = ["appendFile", "open", "write", "writeFile", "writev"];

/**
 * Lets everything that is written to standard output from now on go to standard error, by whatever
 * name. What writes there rightly has to have taken the functions of `node:fs` before.
 */
function guardOutput(): void {
  // The console asks for it, too, when it is used first.
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  for (const name of asynchronous) {
    replaceTarget(fs, name);
    replaceTarget(fs, `${name}Sync`);
    replaceTarget(fs.promises, name);
  }
  // Otherwise whatever is opened next becomes standard output.
  replaceFunction(fs, "closeSync", ({ args, instead }) =>
    args[0] === standardOutput ? undefined : instead(...args),
  );
  replaceFunction(fs, "close", ({ args, instead }) => {
    const [file, done] = args;
    if (file !== standardOutput) instead(...args);
    else if (typeof done === "function") process.nextTick(done, null);
  });
  syncBuiltinESMExports();
}

/** Replaces a function that is told first what it writes to. */
function replaceTarget(holder: object, name: string): void {
  replaceFunction(holder, name, ({ args: [file, ...args], instead }) =>
    instead(withoutStandardOutput(file), ...args),
  );
}

function withoutStandardOutput(file: unknown): unknown {
  if (file === standardOutput) return standardError;
  const isUrl = file instanceof URL && file.protocol === "file:";
  const path = isUrl ? fileURLToPath(file) : file;
  return typeof path === "string" && isStandardOutput(path) ? "/dev/stderr" : file;
}

/** Whether a path leads to what standard output is, by whatever name; a device is no result's. */
function isStandardOutput(path: string): boolean {
  // Not every system has it, and one that has not would get a file of this name.
  if (path === "/dev/stdout") return true;
  try {
    const [{ dev, ino }, output] = [fs.statSync(path), fs.fstatSync(standardOutput)];
    return !output.isCharacterDevice() && dev === output.dev && ino === output.ino;
  } catch {
    return false;
  }
}

/**
 * Stops what timers of code of the user's do when it does not end. Stopped from another thread, a timer
 * takes Node down with it.
 */
function guardTimers(): void {
  for (const holder of [globalThis, timers]) {
    for (const name of ["setImmediate", "setInterval", "setTimeout"]) {
      replaceFunction(holder, name, ({ args: [work, ...args], instead }) => {
        const isUsers = typeof work === "function" && userPlacesOf(new Error()).length > 0;
        return instead(isUsers ? limited(work as Work) : work, ...args);
      });
    }
  }
  syncBuiltinESMExports();
}

type Work = (this: unknown, ...args: unknown[]) => unknown;

function limited(work: Work): Work {
  return function (...args) {
    const limit = timeLeft() ?? defaultTimeLimit;
    if (stoppedAfter(() => work.apply(this, args), limit) !== "timed-out") return;
    throw new Error(`A timer did not finish within ${secondsText(limit)}.`);
  };
}

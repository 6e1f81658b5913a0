import fs, { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import childProcess, { type ChildProcess } from "node:child_process";
import { printable, secondsText } from "@traffic-policy/policy-language";
import { forLog } from "./harmless.ts";
import { noteFailure } from "./late-failures.ts";
import { defaultTimeLimit, stoppedAfter, timeLeft, withCleaning } from "./time-limit.ts";
import { readable } from "./to-user-code-error.ts";
import { ProcessEndedError, type UserCodeError, userPlacesOf } from "./user-code-error.ts";

/**
 * Keeps code of the user's from doing harm to a run: what it prints is no result and goes to
 * stderr, it cannot end the process, and what it throws later, when nobody waits for it, is reported
 * and lets the run fail, but go on.
 *
 * @param describe - puts an error into words
 */
export function guardProcess(describe: (error: unknown) => UserCodeError): void {
  guardOutput();
  guardReads();
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
 * name. What writes there rightly must have taken the functions of `node:fs` before.
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

const waiting = ["copyFile", "open", "read", "readFile", "readv"];

/**
 * Refuses what would wait for somebody else, perhaps without an end: nothing stops a thread while the
 * system keeps it, nor the process that it is of.
 */
function guardReads(): void {
  for (const name of waiting) {
    replaceWaiting(fs, name);
    replaceWaiting(fs, `${name}Sync`);
    replaceWaiting(fs.promises, name);
  }
  replaceWaiting(fs, "createReadStream");
  syncBuiltinESMExports();
}

function replaceWaiting(holder: object, name: string): void {
  replaceFunction(holder, name, ({ args, instead }) => {
    // What is opened to be written to is mostly an output of this process.
    const isRead = !name.startsWith("open") || [undefined, "r", 0].includes(args[1] as undefined);
    const what = isRead ? waitsFor(args[0]) : undefined;
    if (what === undefined || userPlacesOf(new Error()).length === 0) return instead(...args);
    throw new Error(`fs.${name} would wait for ${what}, perhaps without an end.`);
  });
}

/** What somebody else has to write to before it can be read, if a file is such a thing. */
function waitsFor(file: unknown): string | undefined {
  try {
    if (typeof file === "number" && isatty(file)) return "a terminal";
    const stat = typeof file === "number" ? fs.fstatSync(file) : fs.statSync(file as fs.PathLike);
    if (stat.isFIFO()) return "a pipe";
    return stat.isSocket() ? "a socket" : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a function whose first argument is what it writes to. */
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

let isGuarded = false;

/** What a child is started with, as far as it matters here. */
interface StartOptions {
  readonly stdio?: unknown;
  readonly detached?: boolean;
  readonly timeout?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** The same once Node has brought it into one form: `NAME=value`. */
  readonly envPairs?: readonly string[];
}

/**
 * Lets processes that code of the user's starts from now on have standard error for their standard
 * output, where they would have that of this process. One that is waited for is killed when the time
 * of the code is up, and the others when this process ends, unless they are detached.
 */
export function guardChildren(): void {
  if (isGuarded) return;
  isGuarded = true;
  const running = new Map<ChildProcess, MarkedProcesses>();
  // All that does not wait comes to this.
  replaceFunction(childProcess.ChildProcess.prototype, "spawn", ({ self, args, instead }) => {
    const { envPairs = [], ...options } = args[0] as StartOptions;
    const processes = new MarkedProcesses();
    if (options.detached !== true) {
      const child = self as ChildProcess;
      running.set(child, processes);
      child.once("exit", () => running.delete(child));
    }
    const marked = [...envPairs, processes.mark.join("=")];
    return instead({ ...options, envPairs: marked, stdio: withoutOutput(options.stdio) });
  });
  for (const name of ["execFileSync", "execSync", "spawnSync"]) {
    replaceFunction(childProcess, name, ({ args, instead }) => {
      const found = args.findIndex((arg, index) => index > 0 && isOptions(arg));
      const at = found < 0 ? args.filter((arg) => arg !== undefined).length : found;
      const options = (args[at] ?? {}) as StartOptions;
      const processes = new MarkedProcesses();
      return withCleaning(
        (limit) => instead(...args.slice(0, at), guarded(options, processes, limit)),
        () => processes.kill(),
      );
    });
  }
  syncBuiltinESMExports();
  process.once("exit", () => {
    for (const [child, processes] of running) {
      child.kill("SIGKILL");
      processes.kill();
    }
  });
}

function isOptions(argument: unknown): boolean {
  return typeof argument === "object" && argument !== null && !Array.isArray(argument);
}

function guarded(
  options: StartOptions,
  { mark: [name, value] }: MarkedProcesses,
  limit: number | undefined,
): StartOptions {
  const { stdio, timeout, env = process.env } = options;
  const isShorter =
    limit === undefined || (timeout !== undefined && timeout > 0 && timeout < limit);
  return {
    ...options,
    env: { ...env, [name]: value },
    ...(stdio !== undefined && { stdio: withoutOutput(stdio) }),
    ...(!isShorter && { timeout: limit, killSignal: "SIGKILL" }),
  };
}

function withoutOutput(stdio: unknown): unknown {
  if (stdio === "inherit") return [0, standardError, standardError];
  if (!Array.isArray(stdio)) return stdio;
  return stdio.map((file: unknown, index) => {
    const isInherited = file === "inherit" && index === standardOutput;
    const descriptor = typeof file === "object" && file !== null && "fd" in file ? file.fd : file;
    return isInherited || descriptor === standardOutput ? standardError : file;
  });
}

let count = 0;

/**
 * A process and all that it starts: a shell that is killed leaves what it waits for. They are known by
 * a variable of their environment, and found where the system has `/proc`.
 */
class MarkedProcesses {
  /** Name and value of the variable. */
  readonly mark: readonly [name: string, value: string] = [
    "TRAFFIC_POLICY_CHILD",
    `${process.pid}.${++count}`,
  ];

  /** Ends those that still run. */
  kill(): void {
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    // What has just been started may not be found yet.
    for (let passes = 0; passes < mostPasses && this.#killFound(); passes++) {
      Atomics.wait(nothing, 0, 0, 1);
    }
  }

  /** @returns whether there may be more: some were ended, or become another program at this moment */
  #killFound(): boolean {
    let isSure = true;
    for (const name of ids()) {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, "latin1");
        const isMarked = environment.split("\0").includes(this.mark.join("="));
        if (isMarked) process.kill(Number(name), "SIGKILL");
        if (isMarked || (environment === "" && mayBecomeAnother(name))) isSure = false;
      } catch {
        // It has ended, or is somebody else's.
      }
    }
    return !isSure;
  }
}

const mostPasses = 20;

/** Whether a process without an environment may get one: not one that has ended, nor one of the kernel. */
function mayBecomeAnother(id: string): boolean {
  const [, state, parent] = /\) (\S) (\d+) /.exec(readFileSync(`/proc/${id}/stat`, "latin1")) ?? [];
  return state !== "Z" && parent !== "0" && parent !== "2";
}

function ids(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** A call of a function that another one stands in the place of. */
interface Call {
  readonly self: unknown;
  readonly args: readonly unknown[];
  /** Calls the function with these arguments in the place of its own. */
  instead(...args: unknown[]): unknown;
}

/**
 * Puts something in the place of a function of an object, with all that is known of the function, such
 * as how it is turned into one that gives a promise.
 *
 * @param answer - what is done for each call
 */
function replaceFunction(holder: object, name: string, answer: (call: Call) => unknown): void {
  const functions = holder as Record<string, AnyFunction>;
  const original = functions[name];
  if (original === undefined) return;
  const made = function (this: unknown, ...args: unknown[]): unknown {
    return answer({ self: this, args, instead: (...others) => original.apply(this, others) });
  };
  functions[name] = Object.defineProperties(made, Object.getOwnPropertyDescriptors(original));
}

import fs, { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import childProcess, { type ChildProcess } from "node:child_process";
import { printable, secondsText } from "@traffic-policy/policy-language/internal";
import { forLog } from "./harmless.ts";
import { noteFailure } from "./late-failures.ts";
import { defaultTimeLimit, stoppedAfter, timeLeft, withCleaning } from "./time-limit.ts";
import { readable } from "./to-user-code-error.ts";
import { isCalledByUser, ProcessEndedError, type UserCodeError } from "./user-code-error.ts";

/**
 * Protects a run from user code: its output goes to stderr because it is not a result, it cannot end the process, and
 * errors that it throws asynchronously are reported and fail the run without stopping it.
 *
 * @param describe - converts an error to a report
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
    const isUsers = isOwn && signal !== 0 && isCalledByUser();
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
 * Redirects everything written to standard output, under any name, to standard error. Legitimate writers must have
 * taken the functions of `node:fs` before.
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
 * Refuses reads that could wait forever for another process: nothing can stop a thread, or its process, while the
 * system blocks it.
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
    if (what === undefined || !isCalledByUser()) return instead(...args);
    throw new Error(`fs.${name} would wait for ${what}, perhaps without an end.`);
  });
}

/** Names the kind of file that another process must write to before it can be read; undefined for others. */
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

/** True when a path leads to standard output, under any name; a device does not count. */
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

/** Stops timers of user code that runs forever. A timer that is stopped from another thread crashes Node. */
function guardTimers(): void {
  for (const holder of [globalThis, timers]) {
    for (const name of ["setImmediate", "setInterval", "setTimeout"]) {
      replaceFunction(holder, name, ({ args: [work, ...args], instead }) => {
        const isUsers = typeof work === "function" && isCalledByUser();
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

interface StartOptions {
  readonly stdio?: unknown;
  readonly detached?: boolean;
  readonly timeout?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** The same in Node's normalized form: `NAME=value`. */
  readonly envPairs?: readonly string[];
}

/**
 * Redirects the standard output of child processes that user code starts to standard error, where they would inherit
 * that of this process. A child that is waited for is killed when the time of the code is up; others are killed when
 * this process ends, unless they are detached.
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
 * A process and everything that it starts, because killing a shell leaves the processes that it waits for. A variable
 * in their environment marks them; they are found where the system has `/proc`.
 */
class MarkedProcesses {
  readonly mark: readonly [name: string, value: string] = [
    "TRAFFIC_POLICY_CHILD",
    `${process.pid}.${++count}`,
  ];

  kill(): void {
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    // What has just been started may not be found yet.
    for (let passes = 0; passes < mostPasses && this.#killFound(); passes++) {
      Atomics.wait(nothing, 0, 0, 1);
    }
  }

  /** @returns true when there may be more: some were killed, or are executing another program at this moment */
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

/** True when a process without an environment may get one: not an ended process, nor a kernel process. */
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

interface Call {
  readonly self: unknown;
  readonly args: readonly unknown[];
  instead(...args: unknown[]): unknown;
}

/**
 * Replaces a function of an object and keeps everything attached to it, such as its promisified form.
 *
 * @param answer - handles each call
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

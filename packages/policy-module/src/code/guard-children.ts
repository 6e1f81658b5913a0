import childProcess, { type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { replaceFunction } from "./replace-function.ts";
import { withCleaning } from "./time-limit.ts";

const standardOutput = 1;
const standardError = 2;

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
        (timeLeft) => instead(...args.slice(0, at), guarded(options, processes, timeLeft)),
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
  timeLeft: number | undefined,
): StartOptions {
  const { stdio, timeout, env = process.env } = options;
  const isShorter =
    timeLeft === undefined || (timeout !== undefined && timeout > 0 && timeout < timeLeft);
  return {
    ...options,
    env: { ...env, [name]: value },
    ...(stdio !== undefined && { stdio: withoutOutput(stdio) }),
    ...(!isShorter && { timeout: timeLeft, killSignal: "SIGKILL" }),
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
    for (const name of ids()) {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, "latin1").split("\0");
        if (environment.includes(this.mark.join("="))) process.kill(Number(name), "SIGKILL");
      } catch {
        // It has ended, or is somebody else's.
      }
    }
  }
}

function ids(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

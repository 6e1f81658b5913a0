import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { lstat, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf, replaceFile } from "./replace-file.ts";

/** The process that has a lock. */
export interface LockHolder {
  readonly pid: number;
  /** Its machine; nothing when that is this one. */
  readonly host: string | undefined;
}

interface Found {
  /** The process; undefined when the file is damaged. */
  readonly pid: number | undefined;
  /** When that started, as {@link startOf}; nothing when it does not say. */
  readonly started: number | undefined;
  readonly host: string | undefined;
  readonly text: string;
}

/** Thrown when the file in place of a lock is not a lock. The message is its path. */
export class NoLock extends Error {
  override readonly name = "NoLock";
}

/** Keeps what other processes must not do at the same time from them, by a file that names the process. */
export class FileLock {
  /** The file. */
  readonly path: string;
  readonly #text = JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    token: randomUUID(),
  });
  #removedOne = false;

  /** @param path - of the file, which need not be there; its folder must be */
  constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes the lock, also from a process of this machine that is no more. Whether one of another machine
   * is, nobody here can tell: that one keeps it.
   *
   * @param patience - how long to wait for another process to give it back, in milliseconds
   * @returns the process that has it, when that one did not give it back
   * @throws NoLock when something is in its place that is not a file
   * @throws an error of the file system when the lock cannot be written
   */
  async take(patience: number): Promise<LockHolder | undefined> {
    const end = performance.now() + patience;
    for (;;) {
      if (await this.#create()) return undefined;
      const found = await this.#found();
      const isLate = performance.now() >= end;
      if (found === undefined) continue;
      const { pid } = found;
      if (pid === undefined || !mayBeRunning(pid, found)) await this.#remove(found);
      else if (isLate) return { pid, host: isHere(found) ? undefined : found.host };
      else await wait(50);
    }
  }

  /** Gives the lock back, if it is still there. */
  async release(): Promise<void> {
    const found = await this.#found().catch((error: unknown) => {
      if (!(error instanceof NoLock)) throw error;
    });
    if (found?.text === this.#text) await rm(this.path, { force: true });
  }

  async #create(): Promise<boolean> {
    try {
      // Whoever finds it finds it whole.
      await replaceFile(this.path, this.#text, { mode: 0o600, isNew: true });
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
    if (!this.#removedOne) return true;
    // Another who found the same lock of a dead process may have removed ours instead of it. Who is
    // left after a moment has it.
    await wait(50);
    return (await this.#found())?.text === this.#text;
  }

  async #remove(found: Found): Promise<void> {
    this.#removedOne = true;
    if ((await this.#found())?.text === found.text) await rm(this.path, { force: true });
  }

  async #found(): Promise<Found | undefined> {
    try {
      // A named pipe may never be written to, a device never end, and a link lead nowhere.
      if (!(await lstat(this.path)).isFile()) throw new NoLock(this.path);
      return parsed(await readFile(this.path, "utf8"));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }
}

function parsed(text: string): Found {
  const nothing = { pid: undefined, started: undefined, host: undefined, text };
  try {
    const { pid, started, host } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return {
      pid: Number.isSafeInteger(pid) && Number(pid) > 0 ? Number(pid) : undefined,
      started: typeof started === "number" ? started : undefined,
      host: typeof host === "string" ? host : undefined,
      text,
    };
  } catch {
    return nothing;
  }
}

function isHere({ host }: Found): boolean {
  return host === undefined || host === hostname();
}

function mayBeRunning(pid: number, found: Found): boolean {
  if (!isHere(found)) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== "EPERM") return false;
  }
  const start = startOf(pid);
  if (start === undefined) return true;
  // Of a process of the number that this one has, the start says whether it is this one.
  if (found.started === undefined) return pid !== process.pid;
  return Math.abs(start - found.started) <= tolerance;
}

/**
 * When a process started, in milliseconds since the machine did; nothing when the system does not say.
 * It tells a process from an earlier one of the same number, which in a container all have.
 */
function startOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is a name in parentheses, which may hold anything.
    const ticks = Number(stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[19]);
    if (Number.isFinite(ticks)) return ticks * 10;
  } catch {
    // Not a Linux, or gone.
  }
  if (pid !== process.pid) return undefined;
  return Math.round(Number(process.hrtime.bigint()) / 1e6 - process.uptime() * 1000);
}

/** Milliseconds by which two readings of the same start time may differ. */
const tolerance = 1000;

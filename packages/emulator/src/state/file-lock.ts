import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "./file-error.ts";

/** Who has a lock. */
interface Holder {
  /** The process; nothing while its number is not yet written. */
  readonly pid: number | undefined;
  /** When that started, as {@link startOfProcess}; nothing when it does not say. */
  readonly started: number | undefined;
  readonly text: string;
}

/**
 * When this process started, in milliseconds of a clock that no one sets; the same in all its threads.
 * It tells the process from an earlier one of the same number, which in a container all have.
 */
const startOfProcess = Math.round(Number(process.hrtime.bigint()) / 1e6 - process.uptime() * 1000);
/** Milliseconds by which two threads may disagree about that. */
const tolerance = 1000;

/** Keeps other emulators away from a data file, by a file beside it that names the process. */
export class FileLock {
  readonly path: string;
  readonly #text = JSON.stringify({
    pid: process.pid,
    started: startOfProcess,
    token: randomUUID(),
  });
  #removedOne = false;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes the lock, also from a process that is no more.
   *
   * @param patience - how long to wait for another process to give it back, in milliseconds
   * @returns the process that has it, when that one did not give it back
   * @throws an error of the file system when the lock cannot be written
   */
  async take(patience: number): Promise<number | undefined> {
    const end = performance.now() + patience;
    for (;;) {
      if (await this.#create()) return undefined;
      const holder = await this.#holder();
      const late = performance.now() >= end;
      if (holder === undefined) continue;
      // A number that is not written by now never will be: whoever wanted to was killed.
      if (holder.pid === undefined ? late : !isRunning(holder.pid, holder.started))
        await this.#remove(holder);
      else if (late) return holder.pid;
      else await wait(50);
    }
  }

  /** Gives the lock back. */
  async release(): Promise<void> {
    if ((await this.#holder())?.text === this.#text) await rm(this.path, { force: true });
  }

  async #create(): Promise<boolean> {
    try {
      await writeFile(this.path, this.#text, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
    if (!this.#removedOne) return true;
    // Another who found the same lock of a dead process may have removed ours instead of it. Who is
    // left after a moment has it.
    await wait(50);
    return (await this.#holder())?.text === this.#text;
  }

  async #remove(found: Holder): Promise<void> {
    this.#removedOne = true;
    if ((await this.#holder())?.text === found.text) await rm(this.path, { force: true });
  }

  async #holder(): Promise<Holder | undefined> {
    try {
      const text = await readFile(this.path, "utf8");
      const [, pid, started] = /^\{"pid":(\d+),(?:"started":(-?\d+),)?/.exec(text) ?? [];
      return { pid: numberIn(pid), started: numberIn(started), text };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function isRunning(pid: number, started: number | undefined): boolean {
  if (pid === process.pid) {
    return started !== undefined && Math.abs(started - startOfProcess) <= tolerance;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

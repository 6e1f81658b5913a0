import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { codeOf, followed, replaceFile } from "../files/replace-file.ts";
import { FileLock, NoLock, type LockHolder } from "../files/file-lock.ts";
import { readState, writeState } from "./saved-state.ts";
import { State } from "./state.ts";

/** Milliseconds to wait for another emulator to release a data file. */
const patience = 2000;

/** The size limit, in bytes. */
const largestState = 100_000_000;

export class DataFile {
  readonly #name: string;
  readonly #path: string;
  readonly #lock: FileLock;
  readonly #lines = new WeakMap<object, string>();

  private constructor(name: string, path: string) {
    this.#name = name;
    this.#path = path;
    this.#lock = new FileLock(`${path}.lock`);
  }

  /**
   * Locks a data file for this emulator until `close`. The file need not exist yet.
   *
   * @throws Error when the path is not absolute, or another emulator has the file
   */
  static async open(name: string): Promise<DataFile> {
    if (!isAbsolute(name)) throw new Error(`The path of the data file, ${name}, is not absolute.`);
    let holder: LockHolder | undefined;
    let file: DataFile;
    try {
      await mkdir(dirname(name), { recursive: true });
      // The file that a link leads to is replaced, not the link.
      file = new DataFile(name, await followed(name));
      holder = await file.#lock.take(patience);
    } catch (cause) {
      if (cause instanceof NoLock) {
        const message = `The data file ${name} cannot be locked: remove ${cause.message}, which is not a regular file.`;
        throw new Error(message, { cause });
      }
      throw new Error(`The data file ${name} cannot be written (${codeOf(cause)}).`, { cause });
    }
    if (holder === undefined) return file;
    const where = holder.host === undefined ? "" : ` on the machine ${holder.host}`;
    throw new Error(
      `The data file ${name} is in use by process ${holder.pid}${where}. If that is not an emulator, remove ${file.#lock.path}.`,
    );
  }

  /**
   * Reads the state; a missing file is the empty state.
   *
   * @throws Error when the file cannot be read or is not a data file
   */
  async read(): Promise<State> {
    let text: string | undefined;
    let isLarge = false;
    try {
      // A named pipe may never be written to.
      const found = await stat(this.#path);
      isLarge = found.size > largestState;
      text = found.isFile() && !isLarge ? await readFile(this.#path, "utf8") : undefined;
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return new State();
      const message = `The data file ${this.#name} cannot be read (${codeOf(cause)}).`;
      throw new Error(message, { cause });
    }
    if (isLarge) {
      throw new Error(`The data file ${this.#name} has more than ${largestState} bytes.`);
    }
    if (text === undefined) throw new Error(`The data file ${this.#name} is not a regular file.`);
    try {
      return readState(text);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : "it cannot be understood";
      throw new Error(`The data file ${this.#name} cannot be used: ${reason}.`, { cause });
    }
  }

  /**
   * Replaces the file atomically, so that a crash leaves either the old state or the new state.
   *
   * @throws Error when the file cannot be written
   */
  async write(state: State): Promise<void> {
    try {
      await replaceFile(this.#path, writeState(state, this.#lines), {
        mode: 0o600,
        isLocked: true,
      });
    } catch (cause) {
      const message = `The data file ${this.#name} cannot be written (${codeOf(cause)}).`;
      throw new Error(message, { cause });
    }
  }

  close(): Promise<void> {
    return this.#lock.release();
  }
}

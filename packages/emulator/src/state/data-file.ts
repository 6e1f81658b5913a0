import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { emptyState, stateSchema, type State } from "./state.ts";

/** The file that keeps a state when the emulator is not running. */
export class DataFile {
  readonly #path: string;

  /** @throws Error when the path is not absolute */
  constructor(path: string) {
    if (!isAbsolute(path)) throw new Error(`The path of the data file, ${path}, is not absolute.`);
    this.#path = path;
  }

  /**
   * Reads the state; a file that does not exist is the empty state.
   *
   * @throws Error when the file cannot be read, or holds something else
   */
  async read(): Promise<State> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return emptyState;
      const message = `The data file ${this.#path} cannot be read (${codeOf(cause)}).`;
      throw new Error(message, { cause });
    }
    let state: unknown;
    try {
      state = JSON.parse(text);
    } catch (cause) {
      throw new Error(`The data file ${this.#path} is damaged: it is not JSON.`, { cause });
    }
    if (Value.Check(stateSchema, state)) return state;
    const place = Value.Errors(stateSchema, state).First()?.path ?? "";
    const what = place === "" ? "it is not a state of the emulator" : `look at ${place}`;
    throw new Error(`The data file ${this.#path} is damaged: ${what}.`);
  }

  /**
   * Replaces the file as a whole, so that a crash leaves the old state or the new one.
   *
   * @throws Error when the file cannot be written
   */
  async write(state: State): Promise<void> {
    const temporary = `${this.#path}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(`${JSON.stringify(state, undefined, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined);
      const message = `The data file ${this.#path} cannot be written (${codeOf(cause)}).`;
      throw new Error(message, { cause });
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import { folderName } from "../folder-name.ts";
import { historyEntrySchema, type HistoryEntry, type KeptEntry } from "./history-entry.ts";
import { localFolder, makeLocalFolder } from "../local-folder.ts";

/**
 * What targets held before they were written to: a file for each time, in a folder for each target.
 * Only the user can read it, because policies may hold secrets. Nothing in it is ever changed.
 */
export class History {
  /** Absolute path. */
  readonly folder: string;
  readonly #project: string;

  /** @param folder - the configuration's; absolute path */
  constructor(folder: string) {
    this.#project = folder;
    this.folder = join(localFolder(folder), "history");
  }

  /**
   * Keeps an entry. When this returns, it is on the disk as a whole.
   *
   * @returns its file, as an absolute path
   * @throws CommandError when it cannot be written
   */
  async keep(entry: HistoryEntry): Promise<string> {
    const folder = join(this.folder, folderName(entry.target));
    try {
      makeLocalFolder(this.#project);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await reserve(join(folder, entry.time.replaceAll(":", "-")));
      const { default: writeFileAtomic } = await import("write-file-atomic");
      await writeFileAtomic(file, `${JSON.stringify(entry, undefined, 2)}\n`, { mode: 0o600 });
      return file;
    } catch (error) {
      throw this.#error(folder, "written", error);
    }
  }

  /**
   * The entries of a target, the latest first.
   *
   * @throws CommandError when one of them cannot be read
   */
  async *entriesOf(target: string): AsyncGenerator<KeptEntry> {
    for await (const entry of this.#entriesIn(folderName(target))) {
      if (entry instanceof CommandError) throw entry;
      if (entry.target === target) yield entry;
    }
  }

  /** The entries of all targets; in the place of one that cannot be read, why. */
  async *entries(): AsyncGenerator<KeptEntry | CommandError> {
    for (const name of (await this.#list(this.folder)).toSorted()) yield* this.#entriesIn(name);
  }

  async *#entriesIn(name: string): AsyncGenerator<KeptEntry | CommandError> {
    const folder = join(this.folder, name);
    const ids = (await this.#list(folder))
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -".json".length));
    for (const id of ids.toSorted().toReversed()) {
      const entry = await this.#read(join(folder, `${id}.json`));
      if (entry instanceof CommandError) yield entry;
      else if (entry !== undefined) {
        yield { ...entry, id: `${entry.time}${id.slice(entry.time.length)}` };
      }
    }
  }

  /** Nothing for a file that was only reserved: whoever did so wrote to no target. */
  async #read(file: string): Promise<Omit<KeptEntry, "id"> | CommandError | undefined> {
    const text = await readFile(file, "utf8").catch((error: unknown) =>
      this.#error(file, "read", error),
    );
    if (typeof text !== "string") return text;
    if (text === "") return undefined;
    const entry = parsed(text);
    if (Value.Check(historyEntrySchema, entry)) return { ...entry, file };
    return new CommandError(`${relativePath(file)}: This is no entry of the history.`, {
      help: "Move it away: only entries belong there.",
    });
  }

  async #list(folder: string): Promise<string[]> {
    try {
      return await readdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw this.#error(folder, "read", error);
    }
  }

  #error(path: string, done: "read" | "written", error: unknown): CommandError {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const message = `${relativePath(path)}: The history cannot be ${done} (${code}).`;
    return new CommandError(message, {
      help: "Let the user of this command read and write it.",
      cause: error,
    });
  }
}

/** Makes an empty file of a name that no other run has. */
async function reserve(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const file = `${path}${number === 1 ? "" : `-${number}`}.json`;
    try {
      await (await open(file, "wx", 0o600)).close();
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

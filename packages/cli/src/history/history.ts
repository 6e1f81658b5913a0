import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";
import type { Files } from "@traffic-policy/project";
import type { FileLock, LockHolder } from "@traffic-policy/emulator/files";
import { type Static, Type } from "@sinclair/typebox";
import type { Target } from "@traffic-policy/api";
import { isValid } from "@traffic-policy/policy-language/internal";
import {
  folderName,
  makeStateFolder,
  stateFolder,
  type StateOwner,
} from "@traffic-policy/project/files";
import { type Context, CommandError, type Terminal } from "../context.ts";
import { commitSchema } from "../git/checked-out-commit.ts";
import { UnknownWrites } from "./unknown-writes.ts";

/**
 * Stores the previous policies of targets: a file for each overwrite, in a folder for each target. Only the user can
 * read them, because policies may hold secrets. Files are never changed.
 *
 * The entries of all targets are numbered in the order in which they were kept, because a clock may go back.
 */
export class History {
  /** Absolute path. */
  readonly folder: string;
  readonly #owner: StateOwner;
  readonly #files: Files;
  readonly #terminal: Terminal;
  #lock: FileLock | undefined;
  #unknownWrites: UnknownWrites | undefined;
  #obstacle: CommandError | undefined;
  #last = 0;

  constructor(owner: StateOwner, { files, terminal }: Pick<Context, "files" | "terminal">) {
    this.#files = files;
    this.#terminal = terminal;
    this.#owner = owner;
    this.folder = join(stateFolder(owner), "history");
  }

  /**
   * Runs work while no other run of this folder and environment writes to targets. If the folder is not writable, the
   * work runs anyway, but nothing can be kept.
   *
   * @param patience - milliseconds to wait
   * @throws CommandError when another run is not done by then
   */
  async alone<T>(work: () => Promise<T>, patience = 60_000): Promise<T> {
    await this.#take(patience);
    try {
      return await work();
    } finally {
      await this.#lock?.release();
      this.#lock = undefined;
    }
  }

  unknownWrites(now: number): UnknownWrites {
    this.#unknownWrites ??= new UnknownWrites(this.#owner, now);
    return this.#unknownWrites;
  }

  /**
   * Keeps an entry. When this returns, the entry is completely on disk.
   *
   * @returns its file, as an absolute path
   * @throws CommandError when it cannot be written
   */
  async keep(entry: HistoryEntry): Promise<string> {
    if (this.#obstacle !== undefined) throw this.#obstacle;
    if (this.#lock === undefined) throw new Error("The history is kept by one run alone.");
    const folder = join(this.folder, folderName(entry.target));
    this.#last += 1;
    const number = String(this.#last).padStart(6, "0");
    const file = join(folder, `${entry.time.replaceAll(":", "-")}-${number}.json`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { replaceFile } = await import("@traffic-policy/emulator/files");
      await replaceFile(file, entryText(entry), { mode: 0o600, isNew: true });
      return file;
    } catch (error) {
      throw this.#error(folder, "written", error);
    }
  }

  async *entriesOf(target: string): AsyncGenerator<KeptEntry> {
    for await (const entry of this.#entriesIn(folderName(target))) {
      if (entry instanceof CommandError) throw entry;
      if (entry.target === target) yield entry;
    }
  }

  /** Yields the entries of all targets; for an unreadable entry, the error. */
  async *entries(): AsyncGenerator<KeptEntry | CommandError> {
    for (const name of (await this.#list(this.folder)).toSorted()) yield* this.#entriesIn(name);
  }

  async #take(patience: number): Promise<void> {
    const { FileLock: Lock } = await import("@traffic-policy/emulator/files");
    const lock = new Lock(join(stateFolder(this.#owner), "history.lock"));
    try {
      makeStateFolder(this.#owner);
      let holder = await lock.take(0);
      if (holder !== undefined) {
        this.#terminal.err(`${busy(holder)} Waiting for it.\n`);
        holder = await lock.take(patience);
      }
      if (holder !== undefined) {
        throw new CommandError(busy(holder), {
          help: `Run the command again when it has finished; if it is not traffic-policy, remove ${this.#files.nameOf(lock.path)}.`,
        });
      }
      this.#lock = lock;
      await this.#findLast();
    } catch (error) {
      if (error instanceof CommandError && this.#lock === undefined) throw error;
      this.#obstacle =
        error instanceof CommandError ? error : this.#error(lock.path, "written", error);
    }
  }

  /** Finds the number of the last entry, and removes leftovers of killed runs. */
  async #findLast(): Promise<void> {
    for (const target of await this.#list(this.folder)) {
      const folder = join(this.folder, target);
      for (const name of await this.#list(folder)) {
        if (name.endsWith(".tmp")) await rm(join(folder, name), { force: true });
        this.#last = Math.max(this.#last, numberIn(name));
      }
    }
  }

  async *#entriesIn(name: string): AsyncGenerator<KeptEntry | CommandError> {
    const folder = join(this.folder, name);
    const files = (await this.#list(folder))
      .filter((file) => file.endsWith(".json"))
      .toSorted((one, other) => numberIn(other) - numberIn(one) || (one < other ? 1 : -1));
    for (const file of files) {
      const entry = await this.#read(join(folder, file));
      if (entry instanceof CommandError) yield entry;
      else if (entry !== undefined) {
        const id = `${entry.time}${file.slice(entry.time.length, -".json".length)}`;
        yield { ...entry, id, number: numberIn(file) };
      }
    }
  }

  /** Undefined for an empty file of an earlier version, which created the file before it wrote to a target. */
  async #read(
    file: string,
  ): Promise<(HistoryEntry & Pick<KeptEntry, "file">) | CommandError | undefined> {
    const text = this.#textOf(file);
    if (typeof text !== "string") return text;
    if (text === "" && numberIn(file) === 0) return undefined;
    const entry = entryIn(text);
    if (entry !== undefined) return { ...entry, file };
    return new CommandError(
      `${this.#files.nameOf(file)}: This is not an entry of the history, or it is damaged.`,
      { help: "Move it away: only entries belong there." },
    );
  }

  #textOf(file: string): string | CommandError {
    try {
      return this.#files.looseText(file);
    } catch (error) {
      return error instanceof CommandError ? error : this.#error(file, "read", error);
    }
  }

  async #list(folder: string): Promise<string[]> {
    try {
      return await readdir(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A file among the folders, which some systems put there, holds no entries.
      if (code === "ENOENT" || (code === "ENOTDIR" && folder !== this.folder)) return [];
      throw this.#error(folder, "read", error);
    }
  }

  #error(path: string, done: "read" | "written", error: unknown): CommandError {
    if (error instanceof Error && error.name === "NoLock") {
      return new CommandError(`${this.#files.nameOf(path)}: The lock is not a file.`, {
        help: "Remove it: nothing can be saved while it exists.",
        cause: error,
      });
    }
    const { code, path: there = path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === "EEXIST" || code === "ENOTDIR") {
      return new CommandError(`${this.#files.nameOf(there)}: It is not a folder.`, {
        help: "Move it away: data is stored there between runs.",
        cause: error,
      });
    }
    const message = `${this.#files.nameOf(path)}: The history cannot be ${done} (${code}).`;
    return new CommandError(message, {
      help: "Give your user read and write access to it.",
      cause: error,
    });
  }
}

/** The number in the name of an entry's file; 0 for an entry of an earlier version, which had none. */
function numberIn(name: string): number {
  return Number(/Z-(\d{6,15})\.json$/.exec(name)?.[1] ?? 0);
}

function busy({ pid, host }: LockHolder): string {
  const where = host === undefined ? "" : ` on the machine ${host}`;
  return `Process ${pid}${where} is deploying from this folder.`;
}

const closed = { additionalProperties: false };

const ofEdge = {
  kind: Type.Union([Type.Literal("tcp-edge"), Type.Literal("https-route")]),
  edge: Type.String(),
  route: Type.Optional(Type.String()),
};
const ofEndpoint = { kind: Type.Literal("cloud-endpoint"), endpoint: Type.String() };

const fields = {
  target: Type.String(),
  service: Type.String(),
  /** Time of keeping: RFC 3339, in UTC. */
  time: Type.String(),
  /** Start of the command run that kept it: the same for everything that the run overwrote. */
  run: Type.String(),
  /** The previous policy of the target; null for none. */
  stored: Type.Union([
    Type.Object({ enabled: Type.Boolean(), value: Type.String() }, closed),
    Type.Null(),
  ]),
};

const origin = {
  action: Type.Optional(
    Type.Union([
      Type.Literal("deploy"),
      Type.Literal("promote"),
      Type.Literal("rollback"),
      Type.Literal("update"),
      Type.Literal("delete"),
    ]),
  ),
  user: Type.Optional(Type.String()),
  host: Type.Optional(Type.String()),
  /** The commit checked out there; for a saved plan, the commit that the plan was made from. */
  commit: Type.Optional(commitSchema),
};

const entrySchema = Type.Union([
  Type.Object({ ...fields, ...ofEdge, ...origin }, closed),
  Type.Object({ ...fields, ...ofEndpoint, ...origin }, closed),
]);

/** A target's policy before an overwrite. */
export type HistoryEntry = Static<typeof entrySchema>;

/** The JSON Schema of an entry's file. Version 1 had no checksum, version 2 no origin. */
const checked = { checksum: Type.String() };
const savedEntrySchema = Type.Union([
  Type.Object({ version: Type.Literal(3), ...fields, ...ofEdge, ...origin, ...checked }, closed),
  Type.Object(
    { version: Type.Literal(3), ...fields, ...ofEndpoint, ...origin, ...checked },
    closed,
  ),
  Type.Object({ version: Type.Literal(2), ...fields, ...ofEdge, ...checked }, closed),
  Type.Object({ version: Type.Literal(1), ...fields, ...ofEdge }, closed),
]);

export type KeptEntry = HistoryEntry & {
  readonly id: string;
  /** Position among all entries, in the order of keeping; 0 for an entry kept by an earlier version. */
  readonly number: number;
  /** Absolute path. */
  readonly file: string;
};

export function entryText(entry: HistoryEntry): string {
  const saved = { version: 3, ...entry };
  return `${JSON.stringify({ ...saved, checksum: checksumOf(saved) }, undefined, 2)}\n`;
}

function entryIn(text: string): HistoryEntry | undefined {
  const value = parsed(text);
  if (!isValid(savedEntrySchema, value)) return undefined;
  if (value.version === 1) {
    const { version: _version, ...entry } = value;
    return entry;
  }
  const { checksum, ...saved } = value;
  const { version: _version, ...entry } = saved;
  return checksum === checksumOf(saved) ? entry : undefined;
}

/** Parsing keeps the order of keys, so the checksum covers exactly what was saved. */
function checksumOf(saved: object): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(saved)).digest("hex")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function targetOf(entry: HistoryEntry): Target {
  if (entry.kind === "cloud-endpoint") return { kind: entry.kind, endpoint: entry.endpoint };
  const { kind, edge, route = "" } = entry;
  return kind === "tcp-edge" ? { kind, edge } : { kind, edge, route };
}

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import type { Readable } from "node:stream";
import { CommandError } from "../../../context.ts";
import type { WholeLines } from "./whole-lines.ts";

/** A log that grows. */
export interface FollowedLog {
  /**
   * Adds what came since the last call, or a part of it.
   *
   * @returns true when there may be more already
   */
  read(lines: WholeLines): boolean;
  /** True when nothing more will come. */
  readonly isEnded: boolean;
  /** The bytes of it that are known to wait. */
  readonly waiting: number;
  close(): void;
}

const readBytes = 1 << 20;

/** A file from its end on, also after it was replaced by another one or begun anew, as programs that rotate logs do. */
export class FollowedFile implements FollowedLog {
  readonly isEnded = false;
  readonly #path: string;
  readonly #name: string;
  readonly #chunk = Buffer.alloc(readBytes);
  #descriptor: number;
  #position: number;
  #hasSuccessor = false;

  /**
   * @param path - absolute path
   * @param name - for messages
   * @throws CommandError when it is no file that can be read
   */
  constructor(path: string, name: string, lines: WholeLines) {
    this.#path = path;
    this.#name = name;
    const opened = this.#open();
    if (opened === undefined) throw new CommandError(`${name}: There is no such file.`);
    this.#descriptor = opened;
    const stat = fstatSync(opened);
    if (!stat.isFile()) {
      this.close();
      throw new CommandError(`${name}: It is not a file.`, {
        help: "--follow reads a file, or standard input with --log -.",
      });
    }
    this.#position = stat.size;
    if (stat.size > 0 && this.#textAt(stat.size - 1, 1) !== "\n") lines.skipLine();
  }

  /** How the file begins, which tells its format. */
  get beginning(): string {
    return this.#textAt(0, Math.min(readBytes, this.#position));
  }

  get waiting(): number {
    return Math.max(0, fstatSync(this.#descriptor).size - this.#position);
  }

  read(lines: WholeLines): boolean {
    const length = readSync(this.#descriptor, this.#chunk, 0, readBytes, this.#position);
    if (length === 0) return this.#hasRestarted(lines);
    this.#position += length;
    lines.add(Buffer.from(this.#chunk.subarray(0, length)));
    return length === readBytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Checks, at the end of the file, whether the log goes on elsewhere. */
  #hasRestarted(lines: WholeLines): boolean {
    const own = fstatSync(this.#descriptor);
    if (own.size < this.#position) return this.#restart(lines);
    const next = this.#open();
    if (next === undefined) return false;
    if (isSame(own, fstatSync(next))) {
      closeSync(next);
      return false;
    }
    // A program may still write to the old file when the new one is there: it is read once more.
    if (!this.#hasSuccessor) {
      closeSync(next);
      this.#hasSuccessor = true;
      return false;
    }
    this.close();
    this.#descriptor = next;
    return this.#restart(lines);
  }

  #restart(lines: WholeLines): true {
    lines.end();
    this.#position = 0;
    this.#hasSuccessor = false;
    return true;
  }

  /**
   * @returns undefined when there is none for now
   * @throws CommandError when it cannot be read
   */
  #open(): number | undefined {
    try {
      return openSync(this.#path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      throw new CommandError(`${this.#name}: It cannot be read (${code}).`, { cause: error });
    }
  }

  #textAt(position: number, length: number): string {
    const count = readSync(this.#descriptor, this.#chunk, 0, length, position);
    return this.#chunk.toString("latin1", 0, count);
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

/** A stream from its beginning to its end. */
export class FollowedStream implements FollowedLog {
  readonly #stream: Readable;
  #chunks: Buffer[] = [];
  #length = 0;
  #hasEnded = false;
  #error: Error | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      if (this.#length >= readBytes) stream.pause();
    });
    stream.once("end", () => (this.#hasEnded = true));
    stream.once("error", (error) => (this.#error = error));
  }

  get isEnded(): boolean {
    return this.#hasEnded && this.#length === 0;
  }

  get waiting(): number {
    return this.#length;
  }

  /** @throws the error of the stream */
  read(lines: WholeLines): boolean {
    if (this.#error !== undefined) throw this.#error;
    for (const chunk of this.#chunks) lines.add(chunk);
    this.#chunks = [];
    this.#length = 0;
    this.#stream.resume();
    return false;
  }

  close(): void {
    this.#stream.destroy();
  }
}

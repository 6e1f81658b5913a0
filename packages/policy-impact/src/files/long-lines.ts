import type { FileHandle } from "node:fs/promises";
import { LogFileError } from "./log-file-error.ts";

/** The longest line to accept, in bytes: DuckDB silently leaves out lines of more than 32 MB. */
export const longestLine = 31_000_000;

const newline = 0x0a;

/** Finds the first line that is too long in a text that arrives in parts. Each part must be short. */
export class LineLengths {
  #lines = 1;
  #length = 0;
  #tooLong: number | undefined;

  get tooLong(): number | undefined {
    return this.#tooLong;
  }

  add(part: Uint8Array): void {
    const first = part.indexOf(newline);
    this.#lengthen(first < 0 ? part.length : first);
    if (first < 0) return;
    this.#lines += countLines(part);
    this.#length = part.length - part.lastIndexOf(newline) - 1;
  }

  #lengthen(more: number): void {
    this.#length += more;
    if (this.#length > longestLine) this.#tooLong ??= this.#lines;
  }
}

function countLines(part: Uint8Array): number {
  let count = 0;
  for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, at + 1)) count += 1;
  return count;
}

export function lineError(file: string, line: number): LogFileError {
  const number = line.toLocaleString("en");
  return new LogFileError(file, `Line ${number} is longer than 31 MB, and is not read.`);
}

const stride = longestLine / 2;
const partSize = 65_536;

/**
 * Finds the first line that is too long in a text file. Reads only a small part of the file: a line that long fills
 * at least one whole part of those in which it looks for a line end.
 */
export async function tooLongLine(handle: FileHandle, size: number): Promise<number | undefined> {
  for (let start = 0; start + stride <= size; start += stride) {
    // oxlint-disable-next-line no-await-in-loop -- Nearly always, it is found at once.
    if (!(await hasNewline(handle, start, start + stride))) return firstTooLong(handle);
  }
  return undefined;
}

async function hasNewline(handle: FileHandle, start: number, end: number): Promise<boolean> {
  for await (const part of partsOf(handle, start, end)) {
    if (part.includes(newline)) return true;
  }
  return false;
}

async function firstTooLong(handle: FileHandle): Promise<number | undefined> {
  const lengths = new LineLengths();
  for await (const part of partsOf(handle, 0, Infinity)) {
    lengths.add(part);
    if (lengths.tooLong !== undefined) break;
  }
  return lengths.tooLong;
}

async function* partsOf(
  handle: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(partSize);
  for (let at = start; at < end;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(partSize, end - at), at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

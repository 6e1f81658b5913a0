import { readFileSync, statSync, type Stats } from "node:fs";
import { ExplainedError } from "../explained-error.ts";
import { relativePath } from "./place-text.ts";

/**
 * The bytes of a file; nothing when there is no such file.
 *
 * @param file - absolute path
 * @throws ExplainedError when it cannot be read, or is no regular file
 */
export function bytesIfAny(file: string): Buffer | undefined {
  return fileSize(file) === undefined ? undefined : readIfAny(file, () => readFileSync(file));
}

/**
 * The text of a file, with U+FFFD in the place of what is not UTF-8, which is quicker than its bytes;
 * nothing when there is no such file.
 *
 * @param file - absolute path
 * @throws ExplainedError when it cannot be read, or is no regular file
 */
export function looseTextIfAny(file: string): string | undefined {
  return fileSize(file) === undefined
    ? undefined
    : readIfAny(file, () => readFileSync(file, "utf8"));
}

/**
 * How many bytes a file has, 0 for a stream that the shell has opened; nothing when there is no such
 * file. Everything that reads a path asks this first: a named pipe may never be written to, and a
 * device may never end.
 *
 * @param file - absolute path
 * @throws ExplainedError when it is no regular file, or the system does not say
 */
export function fileSize(file: string): number | undefined {
  const stat = statIfAny(file);
  if (stat === undefined || stat.isFile()) return stat?.size;
  // What the shell has opened, such as <(command), has somebody who writes to it.
  if (!stat.isDirectory() && openedByShell.test(file)) return 0;
  throw new ExplainedError(`${relativePath(file)}: It is ${kindOf(stat)}.`);
}

const openedByShell = /^(?:\/dev\/(?:stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a named pipe, not a file";
  if (stat.isSocket()) return "a socket, not a file";
  return "a device, not a file";
}

/**
 * What the system says of a file or folder; nothing when there is none.
 *
 * @param file - absolute path
 * @throws ExplainedError when it does not say
 */
export function statIfAny(file: string): Stats | undefined {
  // Not thrown, as long as it can be told: that takes longer.
  return readIfAny(file, () => statSync(file, { throwIfNoEntry: false }));
}

function readIfAny<T>(file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ExplainedError(`${relativePath(file)}: It cannot be read (${code}).`, {
      cause: error,
    });
  }
}

/**
 * The text of bytes in UTF-8.
 *
 * @param name - what the user calls the file
 * @throws ExplainedError when they are not UTF-8
 */
export function decode(bytes: Uint8Array, name: string): string {
  try {
    // Not what Node does by itself, which replaces what is not UTF-8.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ExplainedError(`${name}: It is not UTF-8.`, {
      help: "Save it in the encoding UTF-8.",
      cause: error,
    });
  }
}

/**
 * The bytes of a file.
 *
 * @param file - absolute path
 * @throws ExplainedError when it cannot be read
 */
export function readBytes(file: string): Buffer {
  return bytesIfAny(file) ?? isMissing(file);
}

/**
 * The text of a file as {@link looseTextIfAny} has it.
 *
 * @param file - absolute path
 * @throws ExplainedError when it cannot be read
 */
export function looseText(file: string): string {
  return looseTextIfAny(file) ?? isMissing(file);
}

function isMissing(file: string): never {
  throw new ExplainedError(`${relativePath(file)}: There is no such file.`);
}

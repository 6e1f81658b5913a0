import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { crc32 } from "node:zlib";

const unusedAfter = 30 * 24 * 60 * 60 * 1000;

const checksumBytes = 4;

/**
 * Keeps code that is run again in a folder of the user's, which only the user can write to: whoever
 * can change it can change what the command does. When that is not so, or anything else goes wrong,
 * nothing is kept, and the command takes a little longer.
 *
 * Each file ends with a checksum: damaged machine code would crash Node, and damaged code would do
 * something else.
 */
export class UserCache {
  /** Absolute path; nothing when nothing is to be kept. */
  readonly folder: string | undefined;

  constructor(folder: string | undefined) {
    this.folder = folder;
  }

  /** Returns a cached entry; undefined when it is missing or damaged. */
  read(name: string): Buffer | undefined {
    if (this.folder === undefined) return undefined;
    try {
      return isOwn(this.folder) ? keptIn(join(this.folder, name)) : undefined;
    } catch {
      return undefined;
    }
  }

  write(name: string, content: Buffer | string): void {
    if (this.folder === undefined) return;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      if (!isOwn(this.folder)) return;
      const file = join(this.folder, name);
      replaceFileSync(file, withChecksum(Buffer.from(content)), 0o600);
      removeUnused(this.folder, statSync(file).mtimeMs);
    } catch {
      // The next run takes a little longer, too.
    }
  }
}

function withChecksum(content: Buffer): Buffer {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(content));
  return Buffer.concat([content, checksum]);
}

/**
 * Returns the content after the checksum; undefined when the checksum does not match, or the path is not a file.
 *
 * @throws the error of the file system
 */
function keptIn(file: string): Buffer | undefined {
  // A named pipe may never be written to.
  if (!statSync(file).isFile()) return undefined;
  const bytes = readPages(file);
  if (bytes.length < checksumBytes) return undefined;
  const content = bytes.subarray(0, -checksumBytes);
  return bytes.readUInt32LE(content.length) === crc32(content) ? content : undefined;
}

/**
 * Reads a big file that is needed for a moment into pages of memory that go back to the system. Usual buffers come
 * from the C library: glibc keeps, in each thread that ever took some, up to twice what the biggest block had that was
 * freed. With files of 2 MB, that were 12 of the 139 MB of an editor's server.
 *
 * @throws the error of the file system
 */
export function readPages(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    // For a buffer that could be resized, the engine asks the system.
    const bytes = Buffer.from(new ArrayBuffer(size, { maxByteLength: size }));
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read) {
      read = readSync(descriptor, bytes, length, size - length, length);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Checks whether there is something in a file that the system calls empty: it makes that up while it is read.
 *
 * @throws the error of the file system
 */
export function hasContent(file: string): boolean {
  // It may make it up without an end, and wait for it.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readSync(descriptor, Buffer.alloc(1)) > 0;
  } finally {
    closeSync(descriptor);
  }
}

/** Variables of an environment by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of it; nothing when nothing is to be kept. */
export function cacheFolder(env: Environment): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE, NODE_V8_COVERAGE, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = env;
  // What Node's own cache of this kind obeys; coverage needs the functions as they are written.
  if (NODE_DISABLE_COMPILE_CACHE || NODE_V8_COVERAGE) return undefined;
  const folders = [XDG_CACHE_HOME, LOCALAPPDATA, HOME && join(HOME, ".cache")];
  // Where a variable says it, the module that knows is not loaded.
  const caches = folders.find((folder) => folder && isAbsolute(folder)) ?? cachesOfUser();
  return caches === undefined ? undefined : join(caches, "traffic-policy", "code");
}

/** Nothing for a user who is a number alone, as in a container. */
function cachesOfUser(): string | undefined {
  try {
    const home = process.getBuiltinModule("node:os").homedir();
    return isAbsolute(home) ? join(home, ".cache") : undefined;
  } catch {
    return undefined;
  }
}

function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function removeUnused(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (now - statSync(file).mtimeMs > unusedAfter) rmSync(file);
  }
}

/**
 * Replaces a file as a whole, or leaves it as it is. Unlike `replaceFile` this needs no other module and
 * does not wait for the disk: it is for what can be made again.
 *
 * @throws the error of the file system
 */
export function replaceFileSync(file: string, content: Uint8Array | string, mode?: number): void {
  const made = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(made, content, { mode });
    renameSync(made, file);
  } catch (error) {
    rmSync(made, { force: true });
    throw error;
  }
}

/** A short name for a text of any length; another one may have it, too. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

import { randomUUID } from "node:crypto";
import {
  link,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** How a file is replaced. */
export interface ReplaceOptions {
  /** The mode that it has then; when left out, the one it has, or what the umask leaves of 0666. */
  readonly mode?: number | undefined;
  /** True when nothing may exist at the path yet, not even a link: nothing is overwritten. */
  readonly isNew?: boolean | undefined;
  /** A lock keeps other processes away, so that what a killed one has left may be replaced, too. */
  readonly isLocked?: boolean | undefined;
}

/**
 * Replaces a file as a whole: whatever goes wrong, or whoever is killed meanwhile, it holds all of the
 * new content or is as it was. When this returns, the content is on the disk. A file that is there keeps
 * its owner and, unless one is given, its mode; a link leads to the file that is replaced, also
 * to one that is not there yet.
 *
 * @param content - in pieces, when one text would be too long
 * @throws the error of the file system; EEXIST for a file that had to be new
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | Iterable<string>,
  { mode, isNew = false, isLocked = false }: ReplaceOptions = {},
): Promise<void> {
  const path = isNew ? file : await followed(file);
  const before = isNew ? undefined : await stat(path).catch(unlessMissing);
  const made = isLocked ? `${path}.tmp` : `${path}.${randomUUID().slice(0, 8)}.tmp`;
  if (isLocked) await rm(made, { force: true });
  const handle = await open(made, "wx", before === undefined ? mode : 0o600);
  try {
    try {
      if (before !== undefined) await setOwnerAndMode(handle, before, mode ?? before.mode);
      // Unlike write, this goes on after a part was written, until the disk takes no more.
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await (isNew ? renameToNew(made, path) : rename(made, path));
  } catch (error) {
    await rm(made, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

async function renameToNew(made: string, path: string): Promise<void> {
  try {
    // Unlike a rename, this writes over nothing.
    await link(made, path);
    await rm(made, { force: true });
  } catch (error) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EMLINK"].includes(codeOf(error))) throw error;
    // A file system without hard links.
    if ((await lstat(path).catch(unlessMissing)) !== undefined) {
      throw Object.assign(new Error(`EEXIST: ${path}`), { code: "EEXIST" });
    }
    await rename(made, path);
  }
}

/** Follows any number of links from a path to a file, which need not exist. */
export async function followed(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  let goal: string;
  try {
    goal = await readlink(path);
  } catch {
    return path;
  }
  return followed(resolve(await realpath(dirname(path)), goal));
}

async function setOwnerAndMode(
  handle: FileHandle,
  { uid, gid }: { readonly uid: number; readonly gid: number },
  mode: number,
): Promise<void> {
  await handle.chown(uid, gid).catch((error: unknown) => {
    // Whoever may not give a file away owns the new one.
    if (!["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"].includes(codeOf(error))) throw error;
  });
  await handle.chmod(mode & 0o7777);
}

/** The new name is on the disk, too. Not every system can, and the content is there. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** The code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

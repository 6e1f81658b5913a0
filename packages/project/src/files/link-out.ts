import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * The first symbolic link on the way from a folder to a file in it, the file itself included, that leads
 * out of the folder; nothing when none does, or when the file is elsewhere.
 *
 * @param folder - absolute path
 * @param file - absolute path; it need not exist
 */
export function linkOut(folder: string, file: string): string | undefined {
  if (!isIn(folder, file)) return undefined;
  const top = destination(folder);
  let at = folder;
  for (const name of relative(folder, file).split(sep)) {
    at = join(at, name);
    const isLink = lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink && !isIn(top, destination(at))) return at;
  }
  return undefined;
}

/** Checks whether a path is that of a folder, or below it. */
export function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns the destination of a path, through links that may lead to missing files. */
export function destination(path: string, depth = 0): string {
  try {
    return realpathSync(path);
  } catch {
    if (dirname(path) === path || depth > 40) return path;
    const folder = destination(dirname(path), depth + 1);
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink
      ? destination(resolve(folder, readlinkSync(path)), depth + 1)
      : join(folder, path.slice(dirname(path).length));
  }
}

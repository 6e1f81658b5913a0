import picomatch from "picomatch";
import type { Files } from "../files/files.ts";
import { isGlob } from "../files/is-glob.ts";
import { isIn } from "../files/link-out.ts";

/**
 * Returns a check for absolute paths: whether one is at or below one of the given paths, or matches one of the globs. Without
 * any, all in the working directory are.
 */
export function pathMatcher(paths: readonly string[], files: Files): (file: string) => boolean {
  if (paths.length === 0) return (file) => isIn(files.folder, file);
  const matchers = paths.map((path) => {
    const full = files.resolve(path);
    if (!isGlob(path) || files.exists(full)) return (file: string) => isIn(full, file);
    const matches = picomatch(path);
    return (file: string) => matches(files.nameOf(file));
  });
  return (file) => matchers.some((matches) => matches(file));
}

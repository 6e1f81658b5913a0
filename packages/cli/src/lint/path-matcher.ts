import { relative, sep } from "node:path";
import picomatch from "picomatch";

/**
 * Whether a file is one of those that globs name; a glob that names a folder names all in it.
 *
 * @param folder - what the globs are relative to
 */
export function pathMatcher(globs: readonly string[], folder: string): (file: string) => boolean {
  const patterns = globs.map((glob) => glob.replace(/^\.\//, "").replace(/\/$/, ""));
  const matches = picomatch(
    patterns.flatMap((pattern) => [pattern, `${pattern}/**`]),
    { dot: true },
  );
  return (file) => matches(relative(folder, file).replaceAll(sep, "/"));
}

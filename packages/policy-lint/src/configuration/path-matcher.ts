import picomatch from "picomatch";

/** Checks whether a file is one of those that globs name; a glob that names a folder names all in it. */
export function pathMatcher(globs: readonly string[]): (file: string) => boolean {
  const patterns = globs.map((glob) => glob.replace(/^\.\//, "").replace(/\/$/, ""));
  const matches = picomatch(
    patterns.flatMap((pattern) => [pattern, `${pattern}/**`]),
    { dot: true },
  );
  return (file) => matches(file);
}

import picomatch from "picomatch";

/** Returns a function that checks whether globs match a file. A glob that names a folder matches all files in it. */
export function pathMatcher(globs: readonly string[]): (file: string) => boolean {
  const patterns = globs.map((glob) => glob.replace(/^\.\//, "").replace(/\/$/, ""));
  const matches = picomatch(
    patterns.flatMap((pattern) => [pattern, `${pattern}/**`]),
    { dot: true },
  );
  return (file) => matches(file);
}

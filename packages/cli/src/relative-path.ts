import { relative, sep } from "node:path";

/** A path as it is shown: relative to the working directory, with forward slashes. */
export function relativePath(file: string): string {
  return (relative(process.cwd(), file) || ".").replaceAll(sep, "/");
}

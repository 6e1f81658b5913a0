import { relative, sep } from "node:path";

/** A path as it is shown: relative to the working directory, with forward slashes. */
export function relativePath(file: string): string {
  const folder = process.cwd();
  const rest = file.slice(folder.length + 1);
  // Mostly a file is below the folder and its path is written as it should be, which is seen at once.
  if (sep === "/" && file === `${folder}/${rest}` && !unusualSegment.test(rest)) return rest;
  return (relative(folder, file) || ".").replaceAll(sep, "/");
}

/** An empty one, `.` or `..`. */
const unusualSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

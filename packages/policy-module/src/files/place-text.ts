import { relative, sep } from "node:path";
import type { Part, PolicySource, Position } from "@traffic-policy/policy-language";

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

/**
 * A place as it is shown: `web.json:3:5`, or the file alone when no more is known.
 *
 * @param file - as it is shown
 */
export function placeText(file: string, at: Position | undefined): string {
  return at === undefined ? file : `${file}:${at.line}:${at.column}`;
}

/** Where a part of a source stands, as it is shown. */
export function placeIn(source: PolicySource, pointer: string, part?: Part): string {
  return placeText(source.file, source.locate(pointer, part)?.start);
}

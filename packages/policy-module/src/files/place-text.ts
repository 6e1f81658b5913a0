import type { Part, PolicySource, Position } from "@traffic-policy/policy-language";

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

import type { PolicySource } from "@traffic-policy/policy-language";

/** Where a part of a source stands: `a.json:3:5`. */
export function placeIn(source: PolicySource, pointer: string, part?: "key"): string {
  const start = source.locate(pointer, part)?.start;
  return start === undefined ? source.file : `${source.file}:${start.line}:${start.column}`;
}

import type { Position } from "@traffic-policy/policy-language";

/** Line and column, from 1, of an offset in UTF-16 units. */
export function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

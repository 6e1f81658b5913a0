import type { Span } from "../../span.ts";
import { CannotEdit } from "./cannot-edit.ts";

/** A range of a text, and what stands there afterwards. */
export interface TextChange extends Span {
  readonly text: string;
}

/**
 * Makes the changes in a text. What is inserted at one place keeps its order, and stands before
 * what is changed behind that place.
 *
 * @throws CannotEdit when two of the changes overlap
 */
export function changeText(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let at = 0;
  const inOrder = changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) throw new CannotEdit("unverified");
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

import type { Edit } from "@traffic-policy/policy-language";

/** A range of a text, in UTF-16 units, and its replacement. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes, which must not overlap. */
export function changed(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let at = 0;
  for (const change of changes.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return result + text.slice(at);
}

export type SpanEdit = Extract<Edit, { readonly span: unknown }>;

/** Thrown when a fix cannot be made in code, or not with certainty. */
export class CannotChange extends Error {
  /** The reason, as the end of a sentence. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The text to change comes from a variable, a function or a spread, and is not in the call itself. */
export function notWritten(): CannotChange {
  return new CannotChange("what it changes is not written in this call");
}

/** The fix could mean several places in the call. */
export function notUnique(): CannotChange {
  return new CannotChange("what it changes occurs in this call more than once");
}

export function notSupported(): CannotChange {
  return new CannotChange("code cannot be changed in this way");
}

/** The removed code contains a comment or has a comment next to it. */
export function losesComment(): CannotChange {
  return new CannotChange("a comment could be lost");
}

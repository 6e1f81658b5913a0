import type { Edit } from "@traffic-policy/policy-language";

/** A range of a text, in UTF-16 units, and what is there afterwards. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the changes made, which do not overlap. */
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

/** A fix cannot be made in a text of code, or not certainly. */
export class CannotChange extends Error {
  /** Why, as the end of a sentence. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** What a fix changes comes from a variable, a function, a spread: it is not in the call itself. */
export function notWritten(): CannotChange {
  return new CannotChange("what it changes is not written in this call");
}

/** There are several places in the call that it could mean. */
export function notUnique(): CannotChange {
  return new CannotChange("what it changes occurs in this call more than once");
}

/** Code is not changed in this way. */
export function notSupported(): CannotChange {
  return new CannotChange("code cannot be changed in this way");
}

/** What would be taken away has a comment in it or beside it. */
export function losesComment(): CannotChange {
  return new CannotChange("a comment could be lost");
}

/** A range of a text, in UTF-16 units, and what stands there afterwards. */
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

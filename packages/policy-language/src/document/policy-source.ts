import type { JsonValue } from "../json-value.ts";
import type { Span } from "../span.ts";
import type { JsonError } from "./json-error.ts";
import { parseJson } from "./parse-json.ts";

/** A place in a file; line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range in a file; `end` is the place after the last character. */
export interface SourceRange {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

/** What of a value is meant: its key, the value, or a part of a string value. */
export type Part = "key" | "value" | Span;

/** A policy document with the way back to what its author wrote, whatever it was written in. */
export interface PolicySource {
  readonly file: string;
  /** The document as a JSON value; nothing when the file could not be parsed. */
  readonly document: JsonValue | undefined;
  /** What kept the file from being parsed exactly. */
  readonly errors: readonly JsonError[];
  /** Where the value at a JSON Pointer was written, as exactly as it is known. */
  locate(pointer: string, part?: Part): SourceRange | undefined;
  /** Where an offset range of the file's own text is; only for files that hold the document itself. */
  range?(span: Span): SourceRange;
}

/** Reads a policy document from the text of a JSON file. Never throws; see `errors`. */
export function jsonPolicySource(file: string, text: string): PolicySource {
  const { value, errors, positions } = parseJson(text);
  const starts = lineStarts(text);
  const range = ({ start, end }: Span): SourceRange => ({
    file,
    start: positionAt(starts, start),
    end: positionAt(starts, end),
  });
  return {
    file,
    document: value,
    errors,
    range,
    locate(pointer, part = "value") {
      const span =
        part === "key"
          ? positions.key(pointer)
          : part === "value"
            ? positions.value(pointer)
            : positions.within(pointer, part);
      return span && range(span);
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

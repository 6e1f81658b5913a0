import type { JsonValue } from "../json-value.ts";
import { TextPositions, type Span, type SourceRange } from "../text/positions.ts";
import type { DocumentError } from "./document-error.ts";
import { isMeantAsTerraform, isTerraform } from "./holders/terraform.ts";
import type { DocumentPositions } from "./tree/positions.ts";

/** The part of a value that is meant: its key, the value, or a range of a string value. */
export type Part = "key" | "value" | Span;

/** A comment of a file. */
export interface SourceComment {
  /** The text of the comment, without comment marks. */
  readonly text: string;
  readonly range: SourceRange;
  /** Set when other text is on its line. */
  readonly isTrailing?: boolean;
  /** Set when only comments precede it in the file. */
  readonly isAtTop?: boolean;
}

interface WrittenValues {
  readonly text: string;
  /** Returns the text of the value at a JSON Pointer; slow in a long text. */
  at(pointer: string): string | undefined;
}

/** A policy document with the way back to what its author wrote, whatever it was written in. */
export interface PolicySource {
  readonly file: string;
  /** The position of its document among the YAML documents of the file; undefined for the only one. */
  readonly index?: number;
  /** The document as a JSON value; nothing when the file could not be parsed. */
  readonly document: JsonValue | undefined;
  /** The errors that kept the file from being parsed exactly. */
  readonly errors: readonly DocumentError[];
  /** Where the value at a JSON Pointer was written, as exactly as it is known. */
  locate(pointer: string, part?: Part): SourceRange | undefined;
  /** Where an offset range of the file's own text is; only for files that hold the document itself. */
  range?(span: Span): SourceRange;
  /** Set for the output of a program, in which anything beside the policies may be a secret. */
  readonly isOutput?: boolean;
  /** How the file is written, in languages in which a value can look like another one. */
  readonly written?: WrittenValues;
  /** The comments of the file that contain a text, in languages that have comments. */
  comments?(containing: string): readonly SourceComment[];
}

/** The result of parsing the text of a document, in any syntax. */
export interface ParsedDocument {
  /** The value, when the text holds one; with a duplicate key the last one counts. */
  readonly value: JsonValue | undefined;
  /** The errors, in the order of the text. Do not use the value of a text with errors. */
  readonly errors: readonly DocumentError[];
  /** Where in the text each value stands. */
  readonly positions: DocumentPositions;
}

/** Makes the source of a file whose text is the document itself. */
export function textPolicySource(
  file: string,
  text: string,
  parsed: ParsedDocument,
): ParsedPolicySource {
  const lines = new TextPositions(text);
  const source = parsedPolicySource(file, parsed, ({ start, end }) => ({
    file,
    start: lines.at(start),
    end: lines.at(end),
  }));
  const { value } = parsed;
  const isOutput = value === undefined ? isMeantAsTerraform(text) : isTerraform(value);
  return isOutput ? { ...source, isOutput } : source;
}

type ParsedPolicySource = PolicySource & Required<Pick<PolicySource, "range">>;

/**
 * Makes the source of a parsed text.
 *
 * @param range - finds the place of a range of this text in the file
 */
export function parsedPolicySource(
  file: string,
  { value, errors, positions }: ParsedDocument,
  range: (span: Span) => SourceRange,
): ParsedPolicySource {
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

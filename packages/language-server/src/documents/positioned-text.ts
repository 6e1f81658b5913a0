import type { Position, SourceRange, Span } from "@traffic-policy/policy-language";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Position as ClientPosition, Range } from "vscode-languageserver-types";
import { toCharacter, toUnits, type Encoding } from "./encoding.ts";

/** A text with the positions in it as a client counts them: lines and characters from 0. */
export class PositionedText {
  readonly document: TextDocument;
  readonly encoding: Encoding;

  constructor(document: TextDocument, encoding: Encoding) {
    this.document = document;
    this.encoding = encoding;
  }

  static of(uri: string, text: string, encoding: Encoding): PositionedText {
    return new PositionedText(TextDocument.create(uri, "", 0, text), encoding);
  }

  get text(): string {
    return this.document.getText();
  }

  /** Returns the offset, in UTF-16 units, of a client's position. A position outside the text is clamped to it. */
  offsetAt({ line, character }: ClientPosition): number {
    if (this.encoding === "utf-16") return this.document.offsetAt({ line, character });
    const units = toUnits(this.#line(line), character, this.encoding);
    return this.document.offsetAt({ line, character: units });
  }

  positionAt(offset: number): ClientPosition {
    const { line, character } = this.document.positionAt(offset);
    if (this.encoding === "utf-16") return { line, character };
    return { line, character: toCharacter(this.#line(line), character, this.encoding) };
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  spanOf({ start, end }: Range): Span {
    return { start: this.offsetAt(start), end: this.offsetAt(end) };
  }

  /** Returns the range of a diagnostic, whose lines and columns count from 1, in UTF-16 units. */
  rangeOfSource({ start, end }: Pick<SourceRange, "start" | "end">): Range {
    return this.rangeOf({ start: this.#offsetOf(start), end: this.#offsetOf(end) });
  }

  // A byte order mark has no column there.
  #offsetOf({ line, column }: Position): number {
    const mark = line === 1 && this.text.startsWith("\ufeff") ? 1 : 0;
    return this.document.offsetAt({ line: line - 1, character: column - 1 + mark });
  }

  /**
   * Returns the part of a span on the line of an offset; an empty span at the offset when the span is on other lines.
   */
  inLineOf(offset: number, span: Span): Span {
    const { line } = this.document.positionAt(offset);
    const start = Math.max(span.start, this.document.offsetAt({ line, character: 0 }));
    const end = Math.min(
      span.end,
      this.document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER }),
    );
    return start <= offset && offset <= end ? { start, end } : { start: offset, end: offset };
  }

  #line(line: number): string {
    const start = { line, character: 0 };
    const text = this.document.getText({ start, end: { line: line + 1, character: 0 } });
    return text.replace(/[\r\n]+$/, "");
  }
}

/**
 * Applies a client's changes to a document, in order.
 *
 * @returns the same document object
 */
export function updated(
  document: TextDocument,
  changes: Parameters<typeof TextDocument.update>[1],
  version: number,
  encoding: Encoding,
): TextDocument {
  if (encoding === "utf-16") return TextDocument.update(document, changes, version);
  let now = document;
  for (const change of changes) {
    const inUnits =
      "range" in change
        ? { text: change.text, range: unitsOf(now, change.range, encoding) }
        : change;
    now = TextDocument.update(now, [inUnits], version);
  }
  return now;
}

function unitsOf(document: TextDocument, range: Range, encoding: Encoding): Range {
  const text = new PositionedText(document, encoding);
  const { start, end } = text.spanOf(range);
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

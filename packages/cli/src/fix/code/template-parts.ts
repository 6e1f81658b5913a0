import type { Span } from "@traffic-policy/policy-language";
import type { TemplateLiteral } from "oxc-parser";
import { notUnique, notWritten } from "./cannot-change.ts";
import { LiteralText } from "./literal-text.ts";
import type { SourceCode } from "./source-code.ts";
import type { TextChange } from "./text-change.ts";

/** A text that a template has become, with the parts of it that are written in the template. */
export class TemplateParts {
  readonly #parts: readonly { readonly literal: LiteralText; readonly start: number }[];

  /**
   * @param text - what the template has become: its own text, and something in each gap
   * @throws CannotChange when it is not sure which part of the text the template has written
   */
  constructor(
    code: SourceCode,
    template: TemplateLiteral,
    text: string,
    reading: "cooked" | "raw",
  ) {
    const literals = LiteralText.partsOf(code, template, reading).map((literal) => {
      if (literal === undefined) throw notWritten();
      return literal;
    });
    const starts = startsIn(
      text,
      literals.map(({ value }) => value),
    );
    this.#parts = literals.map((literal, index) => ({ literal, start: starts[index] ?? 0 }));
  }

  /** The change that replaces a part of the text; nothing when it is not written in the template. */
  splice({ start, end }: Span, text: string): TextChange | undefined {
    const part = this.#parts.find(
      (one) => one.start <= start && end <= one.start + one.literal.value.length,
    );
    return part?.literal.splice({ start: start - part.start, end: end - part.start }, text);
  }
}

/** Where the parts stand, the first at the beginning and the last at the end, in the only way. */
function startsIn(text: string, parts: readonly string[]): readonly number[] {
  const found: (readonly number[])[] = [];
  const search = (starts: readonly number[], from: number): void => {
    const part = parts[starts.length];
    if (found.length > 1) return;
    if (part === undefined) {
      if (from === text.length) found.push(starts);
      return;
    }
    const isLast = starts.length === parts.length - 1;
    const isFirst = starts.length === 0;
    const first = isLast && !isFirst ? Math.max(from, text.length - part.length) : from;
    for (let at = text.indexOf(part, first); at >= 0; at = text.indexOf(part, at + 1)) {
      if (isFirst && at > 0) return;
      search([...starts, at], at + part.length);
    }
  };
  search([], 0);
  const [only, other] = found;
  if (only === undefined) throw notWritten();
  if (other !== undefined) throw notUnique();
  return only;
}

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

/**
 * Where the parts stand: the first at the beginning, the last at the end, and the others between
 * them in the only way there is, which is when the earliest places are the latest, too.
 */
function startsIn(text: string, parts: readonly string[]): readonly number[] {
  const lengths = parts.map(({ length }) => length);
  const total = text.length - (lengths.at(-1) ?? 0);
  const earliest: number[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const at = index === 0 ? 0 : isLast ? total : text.indexOf(part, from);
    if (at < from || !text.startsWith(part, at)) throw notWritten();
    earliest.push(at);
    from = at + part.length;
  }
  if (from !== text.length) throw notWritten();
  let until = total;
  for (let index = parts.length - 2; index > 0; index -= 1) {
    const at = text.lastIndexOf(parts[index] ?? "", until - (lengths[index] ?? 0));
    if (at !== earliest[index]) throw notUnique();
    until = at;
  }
  return earliest;
}

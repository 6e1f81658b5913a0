import type { CST } from "yaml";
import type { JsonValue } from "../../../json-value.ts";
import { isList } from "../../compare/json-equal.ts";
import { CannotEdit } from "../cannot-edit.ts";
import type { TextChange } from "../text-change.ts";
import { hasCommentInside, hasProperties, indicatorEnd, stylesOf, type Slot } from "./slot.ts";
import type { TextLayout } from "./text-layout.ts";
import { isBlockCollection, itemSpan, sourceOf, spanOf } from "./tokens.ts";
import { hasLines, type YamlPrinter } from "./yaml-printer.ts";

/** Puts values in the place of others. */
export class ReplaceValue {
  readonly #layout: TextLayout;
  readonly #printer: YamlPrinter;

  constructor(layout: TextLayout, printer: YamlPrinter) {
    this.#layout = layout;
    this.#printer = printer;
  }

  /** @throws CannotEdit when it would lose a comment, or needs to know what a tag means */
  changes(slot: Slot, value: JsonValue): readonly TextChange[] {
    const { token } = slot;
    if (hasProperties(slot)) throw new CannotEdit("unusual-syntax");
    if (token === undefined) return [this.#instead(slot, value)];
    if (token.type !== "block-scalar" && hasCommentInside(token)) throw new CannotEdit("comment");
    if (isBlockCollection(token)) {
      const { start, end } = spanOf(token);
      const isSameKind = hasLines(value) && isList(value) === (token.type === "block-seq");
      if (!isSameKind) return [this.#instead(slot, value)];
      const column = this.#layout.column(start);
      return [{ start, end, text: this.#printer.block(value, column, stylesOf(token)) }];
    }
    if (this.#canHaveLines(slot, token, value)) return [this.#instead(slot, value)];
    return this.scalar(token, this.#printer.inline(value, stylesOf(token), slot.isInFlow));
  }

  /** Writes a text of one line in the place of what is not a block collection. */
  scalar(token: CST.Token, text: string): readonly TextChange[] {
    const { start, end } = spanOf(token);
    if (token.type !== "block-scalar") return [{ start, end, text }];
    // A comment may stand behind the indicator.
    const header = start + sourceOf(token.props[0]).length;
    const lines = { start: this.#layout.lineEnd(header), end: Math.max(end, header) };
    return [
      { start, end: header, text },
      ...(lines.end > lines.start ? [{ ...lines, text: "" }] : []),
    ];
  }

  /** Whether a list or an object can stand there with a line for each item or member. */
  #canHaveLines({ before, isInFlow, parent }: Slot, token: CST.Token, value: JsonValue): boolean {
    const { end } = spanOf(token);
    return (
      hasLines(value) &&
      !isInFlow &&
      parent !== undefined &&
      token.type !== "flow-collection" &&
      !before.some(({ type }) => type === "comment") &&
      !(token.type === "block-scalar" && hasCommentInside(token)) &&
      this.#layout.text.slice(end, this.#layout.lineEnd(end)).trim() === ""
    );
  }

  /** Writes the value anew from the colon or dash on. */
  #instead(slot: Slot, value: JsonValue): TextChange {
    const { token, parent, isInFlow } = slot;
    const styles = stylesOf(token ?? parent?.collection);
    const from = indicatorEnd(slot);
    if (parent === undefined || (from === undefined && token !== undefined)) {
      if (token === undefined) throw new CannotEdit("unusual-syntax");
      const { start, end } = spanOf(token);
      const text =
        hasLines(value) && !isInFlow
          ? this.#printer.block(value, 0, styles)
          : this.#printer.inline(value, styles, isInFlow);
      return { start, end, text };
    }
    const { item, collection } = parent;
    const { start, end } = itemSpan(item);
    if (from === undefined) {
      return { start: end, end, text: `: ${this.#printer.inline(value, styles, isInFlow)}` };
    }
    const isCommented = slot.before.some(
      ({ type, offset }) => type === "comment" && token !== undefined && offset < token.offset,
    );
    if (isCommented) throw new CannotEdit("comment");
    const column = this.#layout.column(start);
    const text = isInFlow
      ? ` ${this.#printer.inline(value, styles, true)}`
      : collection.type === "block-seq"
        ? this.#printer.behindDash(value, column, styles)
        : this.#printer.behindKey(value, column, styles);
    return { start: from, end: token === undefined ? from : end, text };
  }
}

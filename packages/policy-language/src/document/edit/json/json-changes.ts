import { toPointer } from "../../../json-pointer.ts";
import type { JsonValue } from "../../../json-value.ts";
import type { Span } from "../../../span.ts";
import type { DocumentPositions } from "../../document-positions.ts";
import { serialize } from "../../serialize.ts";
import type { EditNode } from "../edit-node.ts";
import { EditedChildren } from "../edited-children.ts";
import { indentationAt, isOneLine, withoutEmptyLines } from "../line-style.ts";
import type { TextChange } from "../text-change.ts";
import { JsonStyle, type Layout } from "./json-style.ts";

/** Finds the changes of a JSON text that make edits in it. */
export class JsonChanges {
  readonly #text: string;
  readonly #positions: DocumentPositions;
  readonly #style: JsonStyle;
  #changes: TextChange[] = [];

  constructor(text: string, positions: DocumentPositions) {
    this.#text = text;
    this.#positions = positions;
    this.#style = new JsonStyle(text);
  }

  of(document: JsonValue, edits: EditNode): readonly TextChange[] {
    this.#changes = [];
    this.#visit("", document, edits);
    return this.#changes;
  }

  #visit(pointer: string, value: JsonValue, node: EditNode): void {
    if (node.value !== undefined) {
      this.#replace(pointer, value, node.value);
    } else if (node.splices.length > 0) {
      for (const { span, text } of node.splices) {
        this.#change(this.#within(pointer, span), JSON.stringify(text).slice(1, -1));
      }
    } else if (node.children.size > 0) {
      this.#visitChildren(pointer, new EditedChildren(value, node));
    }
  }

  #replace(pointer: string, before: JsonValue, value: JsonValue): void {
    const written = serialize(before);
    if (written === serialize(value)) return;
    const span = this.#value(pointer);
    const isContainer = written.length > 2 && /^[[{]/.test(written);
    this.#change(
      span,
      this.#style.print(value, {
        isInline: this.#style.isInline || (isContainer && isOneLine(this.#text, span)),
        indentation: indentationAt(this.#text, this.#start(pointer)),
      }),
    );
  }

  #visitChildren(pointer: string, children: EditedChildren): void {
    for (const { key, value, node } of children.kept) {
      const at = pointer + toPointer([key]);
      if (node.key !== undefined && node.key !== key) {
        this.#change(this.#key(at), JSON.stringify(node.key));
      }
      this.#visit(at, value, node);
    }
    if (children.isEmptied) {
      this.#fill(pointer, children);
    } else {
      this.#remove(pointer, children);
      this.#append(pointer, children);
    }
  }

  #remove(pointer: string, children: EditedChildren): void {
    const at = (index: number): string => pointer + toPointer([children.keyOf(index)]);
    for (const { first, last } of children.removedRuns) {
      // The comma that goes is the one before; at the start it is the one behind.
      this.#change(
        first > 0
          ? { start: this.#value(at(first - 1)).end, end: this.#value(at(last)).end }
          : { start: this.#start(at(first)), end: this.#start(at(last + 1)) },
        "",
      );
    }
  }

  /** Adds members behind the last one that stays. */
  #append(pointer: string, children: EditedChildren): void {
    if (children.added.length === 0) return;
    const last = pointer + toPointer([children.keyOf(children.size - 1)]);
    const lastKept = pointer + toPointer([children.keyOf(children.lastKept)]);
    const separator = this.#separator(pointer, children);
    const colon = this.#text.slice(this.#key(last).end, this.#value(last).start);
    const layout = {
      isInline: isOneLine(this.#text, this.#value(pointer)),
      indentation: indentationAt(this.#text, this.#start(last)),
      colon: colon.includes("\n") ? this.#style.colon : colon,
    };
    const text = children.added.map((member) => separator + this.#member(member, layout));
    const { end } = this.#value(lastKept);
    this.#change({ start: end, end }, text.join(""));
  }

  /** What stands between the last two members; when there is one only, what would. */
  #separator(pointer: string, children: EditedChildren): string {
    const at = (index: number): string => pointer + toPointer([children.keyOf(index)]);
    const end = this.#start(at(children.size - 1));
    if (children.size > 1) {
      const { end: start } = this.#value(at(children.size - 2));
      return withoutEmptyLines(this.#text.slice(start, end));
    }
    const opening = this.#text.slice(this.#value(pointer).start + 1, end);
    return opening.includes("\n") ? `,${withoutEmptyLines(opening)}` : this.#style.comma;
  }

  /** Writes the members of an object that has none, or none any more. */
  #fill(pointer: string, { added, size }: EditedChildren): void {
    const { lineBreak, unit, colon, comma, padding } = this.#style;
    const span = this.#value(pointer);
    const isInline = this.#style.isInline || (size > 0 && isOneLine(this.#text, span));
    const outside = indentationAt(this.#text, this.#start(pointer));
    const layout = { isInline, indentation: outside + unit, colon };
    const members = added.map((member) => this.#member(member, layout));
    const line = lineBreak + layout.indentation;
    const inside = isInline
      ? padding + members.join(comma) + padding
      : line + members.join(`,${line}`) + lineBreak + outside;
    const between = { start: span.start + 1, end: span.end - 1 };
    this.#change(between, members.length === 0 ? "" : inside);
  }

  #member(
    [key, value]: readonly [key: string, value: JsonValue],
    layout: Layout & { readonly colon: string },
  ): string {
    return JSON.stringify(key) + layout.colon + this.#style.print(value, layout);
  }

  #change({ start, end }: Span, text: string): void {
    this.#changes.push({ start, end, text });
  }

  #value(pointer: string): Span {
    return found(this.#positions.value(pointer));
  }

  #key(pointer: string): Span {
    return found(this.#positions.key(pointer));
  }

  /** Where a member or an item begins. */
  #start(pointer: string): number {
    return this.#key(pointer).start;
  }

  #within(pointer: string, part: Span): Span {
    return found(this.#positions.within(pointer, part));
  }
}

function found(span: Span | undefined): Span {
  if (span === undefined) throw new Error("a document that was read has positions");
  return span;
}

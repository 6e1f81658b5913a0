import { parseJson } from "../parse-json.ts";
import { applyFixes, type EditableText, type FixedText, type WithEdits } from "./apply-fixes.ts";
import { toPointer } from "../../json-pointer.ts";
import type { JsonValue } from "../../json-value.ts";
import type { Span } from "../../text/positions.ts";
import type { DocumentPositions } from "../tree/positions.ts";
import { serialize } from "../serialize.ts";
import { EditedChildren, type EditNode, type TextChange } from "./edit-tree.ts";
import {
  indentationAt,
  indentationUnitOf,
  isOneLine,
  lineBreakOf,
  withoutEmptyLines,
} from "./text-layout.ts";

/**
 * Applies fixes to a JSON text, in the order of their importance. Only what they change is written
 * again, in the style of what is around it; everything else stays as it is, to the byte. A fix
 * is applied whole or not at all, and never when the text would not hold exactly the document that
 * `applyToDocument` gives. Never throws.
 */
export function applyToJson<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
): FixedText<Fix> {
  return applyFixes(text, fixes, openJson);
}

function openJson(text: string): EditableText {
  const parsed = parseJson(text);
  let changes: JsonChanges | undefined;
  return {
    parsed,
    changes(edits) {
      changes ??= new JsonChanges(text, parsed.positions);
      return changes.of(parsed.value ?? null, edits);
    },
  };
}

class JsonChanges {
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

  #append(pointer: string, children: EditedChildren): void {
    if (children.added.length === 0) return;
    const last = pointer + toPointer([children.keyOf(children.size - 1)]);
    const lastKept = pointer + toPointer([children.keyOf(children.lastKept)]);
    const separator = this.#separator(pointer, children);
    const layout = {
      isInline: isOneLine(this.#text, this.#value(pointer)),
      indentation: indentationAt(this.#text, this.#start(last)),
      colon: children.isList ? undefined : this.#colon(last),
    };
    const text = children.added.map((member) => separator + this.#member(member, layout));
    const { end } = this.#value(lastKept);
    this.#change({ start: end, end }, text.join(""));
  }

  #colon(pointer: string): string {
    const colon = this.#text.slice(this.#key(pointer).end, this.#value(pointer).start);
    return colon.includes("\n") ? this.#style.colon : colon;
  }

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

  #fill(pointer: string, { added, size, isList }: EditedChildren): void {
    const { lineBreak, unit, colon, comma, padding } = this.#style;
    const span = this.#value(pointer);
    const isInline = this.#style.isInline || (size > 0 && isOneLine(this.#text, span));
    const outside = indentationAt(this.#text, this.#start(pointer));
    const layout = {
      isInline,
      indentation: outside + unit,
      colon: isList ? undefined : colon,
    };
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
    layout: Layout & { readonly colon: string | undefined },
  ): string {
    const text = this.#style.print(value, layout);
    return layout.colon === undefined ? text : JSON.stringify(key) + layout.colon + text;
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

  #start(pointer: string): number {
    return this.#key(pointer).start;
  }

  #within(pointer: string, part: Span): Span {
    return found(this.#positions.within(pointer, part));
  }
}

function found(span: Span | undefined): Span {
  if (span === undefined) throw new Error("a parsed document has positions");
  return span;
}

interface Layout {
  readonly isInline: boolean;
  readonly indentation: string;
}

/** Detects the layout of a JSON text, and formats values in the same style. */
class JsonStyle {
  readonly isInline: boolean;
  readonly lineBreak: string;
  readonly unit: string;
  readonly colon: string;
  readonly padding: string;

  constructor(text: string) {
    this.isInline = !text.trim().includes("\n");
    this.lineBreak = lineBreakOf(text);
    this.unit = indentationUnitOf(text);
    this.colon = /[^\\]"([ \t]*:[ \t]*)/.exec(text)?.[1] ?? ": ";
    this.padding = /\{( *)"/.exec(text)?.[1] ?? "";
  }

  get comma(): string {
    return this.colon.endsWith(":") ? "," : ", ";
  }

  print(value: JsonValue, { isInline, indentation }: Layout): string {
    if (isInline && this.comma === ",") return serialize(value);
    // No string has a line break in it, so that each line is a bracket, an item or a member.
    const lines = serialize(value, 1).split("\n");
    return isInline
      ? lines.map((line, index) => this.#joined(line.trimStart(), lines[index + 1])).join("")
      : lines
          .map((line) => this.unit.repeat(line.search(/[^ ]/)) + line.trimStart())
          .join(this.lineBreak + indentation);
  }

  #joined(line: string, next: string | undefined): string {
    if (next === undefined) return line;
    if (line.endsWith("{") || next.trimStart().startsWith("}")) return line + this.padding;
    return line.endsWith(",") ? `${line} ` : line;
  }
}

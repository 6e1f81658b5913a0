import { type CST, Parser } from "yaml";
import { hasPolicyShape } from "../../policy-shape.ts";
import { yamlDocumentSpans } from "../../yaml/document-spans.ts";
import { parseYaml } from "../../yaml/parse-yaml.ts";
import { applyFixes, type EditableText, type FixedText, type WithEdits } from "../apply-fixes.ts";
import { isList, type JsonValue } from "../../../json-value.ts";
import { serialize } from "../../serialize.ts";
import {
  changeText,
  type TextChange,
  CannotEdit,
  edited,
  EditedChildren,
  type EditNode,
  type Run,
  type SkipReason,
  type Splice,
  spliced,
} from "../edit-tree.ts";
import {
  closingBracket,
  type Collection,
  hasCommentInside,
  hasProperties,
  indicatorEnd,
  isBlockCollection,
  isCollection,
  isFlowScalar,
  type Item,
  itemAt,
  itemsOf,
  itemSpan,
  partsOf,
  SharedValues,
  type Slot,
  slotOf,
  spanOf,
} from "./tokens.ts";
import {
  hasLines,
  insideDoubleQuotes,
  insideSingleQuotes,
  isPrintable,
  plainFits,
  scalarText,
  styleOf,
  stylesOf,
  YamlPrinter,
  YamlStyle,
} from "./yaml-printer.ts";
import type { StringUnits } from "../../string-units.ts";
import {
  type BlockScalar,
  decodeScalar,
  type ScalarToken,
  sourceOf,
} from "../../yaml/decode-scalar.ts";
import { indentationAt, TextLayout, withoutEmptyLines } from "../text-layout.ts";
import type { Span } from "../../../text/positions.ts";
import { withoutEnd } from "../../../text/shown.ts";

/**
 * Applies fixes to a YAML text, as `applyToJson` does to a JSON text: comments, quotes, folds and
 * all else that is not changed stay as they are, to the byte. What aliases stand for is not
 * changed, nor is anything where a comment might be lost that does not certainly belong to it.
 * Never throws.
 */
export function applyToYaml<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
): FixedText<Fix> {
  const documents = yamlDocumentSpans(text);
  if (documents.length < 2) return applyFixes(text, fixes, openYaml);
  const result = { text, applied: new Set<Fix>(), reasons: new Map<Fix, SkipReason>() };
  const byDocument = fixesOfDocuments(text, documents, fixes, result.reasons);
  // From the last to the first, so that the places of those before stay.
  for (const [{ start, end }, own] of byDocument.toReversed()) {
    const part = text.slice(start, end);
    const fixed = applyFixes(
      part,
      own.map((fix) => fixOfPart(fix, start)),
      openYaml,
    );
    result.text = result.text.slice(0, start) + fixed.text + result.text.slice(end);
    for (const { of } of fixed.applied) result.applied.add(of);
    for (const { fix, reason } of fixed.skipped) result.reasons.set(fix.of, reason);
  }
  return {
    text: result.text,
    applied: fixes.filter((fix) => result.applied.has(fix)),
    skipped: fixes.flatMap((fix) => {
      const reason = result.reasons.get(fix);
      return reason === undefined ? [] : [{ fix, reason }];
    }),
  };
}

/** A fix as it is for the text of one document of several. */
function fixOfPart<Fix extends WithEdits>(
  of: Fix,
  start: number,
): WithEdits & { readonly of: Fix } {
  const edits = of.edits.map((edit) => {
    if (!("source" in edit)) return edit;
    const { source } = edit;
    return { ...edit, source: { start: source.start - start, end: source.end - start } };
  });
  return { of, edits, policy: of.policy };
}

/** @param reasons - receives the fixes of which it is not known in which document they belong */
function fixesOfDocuments<Fix extends WithEdits>(
  text: string,
  documents: readonly Span[],
  fixes: readonly Fix[],
  reasons: Map<Fix, SkipReason>,
): readonly (readonly [Span, readonly Fix[]])[] {
  const own = documents.map((): Fix[] => []);
  const isUnsure = fixes.some(({ policy }) => policy?.index === undefined);
  const holding = isUnsure ? documentsHolding(text, documents) : [];
  for (const fix of fixes) {
    const index = fix.policy?.index ?? (holding.length > 1 ? undefined : holding[0]);
    const list = index === undefined ? undefined : own[index];
    if (list === undefined) {
      reasons.set(fix, holding.length > 1 ? "several-policies" : "unreadable");
    } else list.push(fix);
  }
  return documents.flatMap((document, index) => {
    const list = own[index] ?? [];
    return list.length === 0 ? [] : [[document, list] as const];
  });
}

/** Returns the positions of the documents with a policy; none where one of all documents cannot be read. */
function documentsHolding(text: string, documents: readonly Span[]): number[] {
  const values = documents.map(({ start, end }) => parseYaml(text.slice(start, end)).value);
  if (values.includes(undefined)) return [];
  return [...values.keys()].filter((index) => hasPolicyShape(values[index]));
}

function openYaml(text: string): EditableText {
  const parsed = parseYaml(text);
  let changes: YamlChanges | undefined;
  return {
    parsed,
    changes(edits) {
      changes ??= new YamlChanges(text);
      return changes.of(parsed.value ?? null, edits);
    },
  };
}

class YamlChanges {
  readonly #root: Slot;
  readonly #layout: TextLayout;
  readonly #style: YamlStyle;
  readonly #printer: YamlPrinter;
  readonly #shared: SharedValues;
  readonly #replace: ReplaceValue;
  #changes: TextChange[] = [];

  /** @param text - must be parseable */
  constructor(text: string) {
    const document = documentOf(text);
    const { value: token, start: before } = document;
    if (token === undefined) throw new CannotEdit("unusual-syntax");
    this.#root = { token, before, parent: undefined, isInFlow: false };
    this.#layout = new TextLayout(text);
    this.#style = new YamlStyle(text, token, this.#layout);
    this.#printer = new YamlPrinter(this.#style);
    this.#shared = new SharedValues(token);
    this.#replace = new ReplaceValue(this.#layout, this.#printer);
  }

  /** @throws CannotEdit when they cannot be made exactly */
  of(document: JsonValue, edits: EditNode): readonly TextChange[] {
    this.#changes = [];
    this.#visit(this.#root, document, edits);
    return this.#changes;
  }

  #visit(slot: Slot, value: JsonValue, node: EditNode): void {
    const { token } = slot;
    if (node.value !== undefined) {
      this.#set(slot, value, node.value);
      return;
    }
    if (node.splices.length === 0 && node.children.size === 0) return;
    this.#shared.refuseUnder(slot);
    if (typeof value === "string") this.#splice(slot, value, node);
    else if (isCollection(token)) this.#visitChildren(slot, token, value, node);
    else throw new CannotEdit("unusual-syntax");
  }

  #set(slot: Slot, before: JsonValue, value: JsonValue): void {
    if (serialize(before) === serialize(value)) return;
    this.#shared.refuseInside(slot.before);
    if (slot.token !== undefined) this.#shared.refuseInside([slot.token]);
    this.#changes.push(...this.#replace.changes(slot, value));
  }

  #splice(slot: Slot, before: string, node: EditNode): void {
    const { token, isInFlow } = slot;
    const { lineBreak, quotes } = this.#style;
    if (!isFlowScalar(token) && token?.type !== "block-scalar") {
      throw new CannotEdit("unusual-syntax");
    }
    const value = spliced(before, node);
    const changes = spliceScalar(token, node.splices, value, { isInFlow, lineBreak });
    const style = styleOf(token) === "single" ? "single" : "plain";
    const anew = (): readonly TextChange[] =>
      this.#replace.scalar(
        token,
        token.type === "scalar" || style === "single" || token.type === "block-scalar"
          ? scalarText(value, style, { isInFlow, quotes })
          : scalarText(value, "double", { isInFlow, quotes }),
      );
    this.#changes.push(...(changes ?? anew()));
  }

  #visitChildren(slot: Slot, collection: Collection, value: JsonValue, node: EditNode): void {
    const children = new EditedChildren(value, node);
    const items = itemsOf(collection);
    if (items.length !== children.size) throw new CannotEdit("unusual-syntax");
    for (const { index, key, value: below, node: child } of children.kept) {
      const item = itemAt(items, index);
      if (child.key !== undefined && child.key !== key) {
        this.#rename(item, child.key, slot.isInFlow || collection.type === "flow-collection");
      }
      // A pair in a list of its own is an object, but has no brackets.
      const isPair = isList(value) && item.sep !== undefined;
      if (isPair) throw new CannotEdit("unusual-syntax");
      this.#visit(slotOf(collection, item, slot), below, child);
    }
    for (const index of children.removed) this.#refuseRemoval(itemAt(items, index));
    if (children.size > 0 && children.isEmptied && children.added.length > 0) {
      this.#set(slot, value, edited(value, node));
    } else {
      this.#changes.push(
        ...(isBlockCollection(collection)
          ? this.#blockChanges(slot, collection, items, children)
          : this.#flowChanges(collection, items, children)),
      );
    }
  }

  #blockChanges(
    slot: Slot,
    collection: CST.BlockMap | CST.BlockSequence,
    items: readonly Item[],
    children: EditedChildren,
  ): TextChange[] {
    const removals = new BlockRemovals(slot, items, this.#layout);
    if (children.isEmptied) return removals.all(collection.type === "block-map" ? "{}" : "[]");
    const removed = removals.some(children);
    if (children.added.length === 0) return removed;
    const { lineBreak } = this.#style;
    const column = this.#layout.column(itemSpan(itemAt(items, 0)).start);
    const styles = stylesOf(collection);
    const isApart = children.isList && this.#isApart(items);
    const lines = children.added.map(
      ([key, value]) =>
        (isApart ? lineBreak : "") +
        " ".repeat(column) +
        (children.isList
          ? this.#printer.block([value], column, styles)
          : this.#printer.member(key, value, column, styles)),
    );
    const lineEnd = this.#layout.lineEnd(itemSpan(itemAt(items, children.lastKept)).end);
    const nextLine = this.#layout.nextLine(lineEnd);
    // At the start of a line, because whole lines before it may be taken away.
    const isBetweenLines =
      nextLine > lineEnd && !removed.some(({ start }) => start < nextLine && start >= lineEnd);
    const at = isBetweenLines ? nextLine : lineEnd;
    const text = isBetweenLines
      ? lines.map((line) => line + lineBreak).join("")
      : lines.map((line) => lineBreak + line).join("");
    return [...removed, { start: at, end: at, text }];
  }

  #isApart(items: readonly Item[]): boolean {
    const [before, last] = [items.at(-2), items.at(-1)];
    if (before === undefined || last === undefined) return false;
    const between = this.#layout.text.slice(itemSpan(before).end, itemSpan(last).start);
    return /\n[ \t]*\r?\n/.test(between);
  }

  #flowChanges(
    collection: CST.FlowCollection,
    items: readonly Item[],
    children: EditedChildren,
  ): TextChange[] {
    const { padding } = this.#style;
    const styles = stylesOf(collection);
    const members = children.added.map(([key, value]) => {
      const text = this.#printer.inline(value, styles, true);
      return children.isList ? text : `${this.#printer.key(key, styles, true)}: ${text}`;
    });
    const removals = new FlowRemovals(collection, items, this.#layout);
    if (children.isEmptied) {
      const inside = members.length === 0 ? "" : padding + members.join(", ") + padding;
      return [{ ...removals.all(), text: inside }];
    }
    const removed = removals.some(children);
    if (members.length === 0) return removed;
    return [...removed, ...flowAdditions(collection, items, children, members, this.#layout)];
  }

  #rename({ start, key: token, sep }: Item, key: string, isInFlow: boolean): void {
    const isPlainSyntax = isFlowScalar(token) && !start.some(({ type }) => unusual.has(type));
    if (!isPlainSyntax || sep === undefined) throw new CannotEdit("unusual-syntax");
    const text = scalarText(key, styleOf(token), { isInFlow, quotes: this.#style.quotes });
    this.#changes.push({ start: token.offset, end: token.offset + token.source.length, text });
  }

  #refuseRemoval(item: Item): void {
    const { start, key, sep } = item;
    const isMember = Boolean(key) || Boolean(sep);
    if (start.some(({ type }) => type === "explicit-key-ind" || (isMember && unusual.has(type)))) {
      throw new CannotEdit("unusual-syntax");
    }
    this.#shared.refuseInside(partsOf(item));
  }
}

const unusual: ReadonlySet<string> = new Set(["explicit-key-ind", "anchor", "tag"]);

/** Returns the document with a value; empty ones may precede it. */
function documentOf(text: string): CST.Document {
  for (const token of new Parser().parse(text)) {
    if (token.type === "document" && token.value !== undefined) return token;
  }
  throw new CannotEdit("unusual-syntax");
}

class ReplaceValue {
  readonly #layout: TextLayout;
  readonly #printer: YamlPrinter;

  constructor(layout: TextLayout, printer: YamlPrinter) {
    this.#layout = layout;
    this.#printer = printer;
  }

  /** @throws CannotEdit when it would lose a comment, or would need to know what a tag means */
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

class FlowRemovals {
  readonly #collection: CST.FlowCollection;
  readonly #items: readonly Item[];
  readonly #layout: TextLayout;

  constructor(collection: CST.FlowCollection, items: readonly Item[], layout: TextLayout) {
    this.#collection = collection;
    this.#items = items;
    this.#layout = layout;
  }

  some(children: EditedChildren): TextChange[] {
    return children.removedRuns.flatMap((run) => {
      const { first, last } = run;
      const from = first > 0 ? first - 1 : first;
      const to = first > 0 ? last : last + 1;
      for (let index = from; index < to; index++) {
        if (this.#between(index, index + 1).includes("#")) return this.#lines(run);
      }
      const start = first > 0 ? this.#end(from) : this.#start(first);
      return [{ start, end: first > 0 ? this.#end(last) : this.#start(to), text: "" }];
    });
  }

  all(): TextChange {
    const start = this.#collection.offset + 1;
    const end = closingBracket(this.#collection);
    for (let index = -1; index < this.#items.length; index++) {
      if (this.#between(index, index + 1).includes("#")) throw new CannotEdit("comment");
    }
    return { start, end, text: "" };
  }

  /** Removes whole lines when nothing else stands on them, so that comments stay. */
  #lines({ first, last }: Run): TextChange[] {
    const { text } = this.#layout;
    const changes: TextChange[] = [];
    for (let index = first; index <= last; index++) {
      const start = this.#layout.lineStart(this.#start(index));
      const end = this.#layout.lineEnd(this.#end(index));
      const isAlone =
        this.#layout.isFirstOfLine(this.#start(index)) &&
        /^[ \t]*,?[ \t]*(?:#.*)?$/.test(text.slice(this.#end(index), end));
      if (!isAlone) throw new CannotEdit("comment");
      changes.push({ start, end: this.#layout.nextLine(end), text: "" });
    }
    const isAtEnd = last === this.#items.length - 1;
    const comma = this.#items[first]?.start.find(({ type }) => type === "comma")?.offset;
    // The comma of the one before belongs between the two, unless the author ends with a comma.
    if (isAtEnd && comma !== undefined && !this.#hasCommaAtEnd()) {
      changes.push({ start: comma, end: comma + 1, text: "" });
    }
    return changes;
  }

  #hasCommaAtEnd(): boolean {
    const tail = this.#between(this.#items.length - 1, this.#items.length);
    return tail.trimStart().startsWith(",");
  }

  #between(one: number, other: number): string {
    const { offset } = this.#collection;
    const start = one < 0 ? offset + 1 : this.#end(one);
    const end = other < this.#items.length ? this.#start(other) : closingBracket(this.#collection);
    return this.#layout.text.slice(start, end);
  }

  #start(index: number): number {
    return itemSpan(itemAt(this.#items, index)).start;
  }

  #end(index: number): number {
    return itemSpan(itemAt(this.#items, index)).end;
  }
}

/**
 * Returns the changes that add members after the last remaining member of a flow map.
 *
 * @param members - as they are to be written
 */
function flowAdditions(
  collection: CST.FlowCollection,
  items: readonly Item[],
  { lastKept, size }: EditedChildren,
  members: readonly string[],
  layout: TextLayout,
): TextChange[] {
  const { text } = layout;
  const { start, end } = itemSpan(itemAt(items, lastKept));
  const next = items[lastKept + 1];
  const behind = text.slice(end, next ? itemSpan(next).start : closingBracket(collection));
  const separator = separatorOf(collection, items, text);
  if (!behind.includes("#")) {
    return [{ start: end, end, text: members.map((member) => separator + member).join("") }];
  }
  // What follows on the line may be about the member that is there.
  if (lastKept < size - 1 || !layout.isFirstOfLine(start)) throw new CannotEdit("comment");
  const hasComma = behind.trimStart().startsWith(",");
  const at = layout.lineEnd(end);
  const line = `${/\r?\n/.exec(behind)?.[0] ?? "\n"}${indentationAt(text, start)}`;
  const added = members.map((member) => line + member).join(",") + (hasComma ? "," : "");
  return [
    ...(hasComma ? [] : [{ start: end, end, text: "," }]),
    { start: at, end: at, text: added },
  ];
}

function separatorOf(collection: CST.FlowCollection, items: readonly Item[], text: string): string {
  const [before, last] = [items.at(-2), items.at(-1)];
  const start = last === undefined ? collection.offset + 1 : itemSpan(last).start;
  const from = before === undefined ? collection.offset + 1 : itemSpan(before).end;
  const between = text.slice(from, start);
  const lineBreak = /\r?\n/.exec(between)?.[0];
  if (lineBreak === undefined) return before === undefined ? ", " : between;
  return before === undefined || between.includes("#")
    ? `,${lineBreak}${indentationAt(text, start)}`
    : withoutEmptyLines(between);
}

/** Removes members or items of a block collection, by whole lines. */
class BlockRemovals {
  readonly #slot: Slot;
  readonly #items: readonly Item[];
  readonly #layout: TextLayout;

  constructor(slot: Slot, items: readonly Item[], layout: TextLayout) {
    this.#slot = slot;
    this.#items = items;
    this.#layout = layout;
  }

  some(children: EditedChildren): TextChange[] {
    return children.removedRuns.flatMap((run) =>
      this.#isBehindIndicator(run) ? [this.#behindIndicator(run)] : this.#lines(run),
    );
  }

  /**
   * Returns the changes that remove all children.
   *
   * @param empty - the text of an empty collection of this kind
   */
  all(empty: string): TextChange[] {
    const run = { first: 0, last: this.#items.length - 1 };
    const { start } = this.#span(0);
    const end = indicatorEnd(this.#slot);
    const isOnOwnLine = this.#layout.isFirstOfLine(start);
    if (isOnOwnLine && end !== undefined) {
      return [{ start: end, end, text: ` ${empty}` }, ...this.#lines(run)];
    }
    const first = { start, end: this.#contentEnd(0), text: empty };
    return [first, ...(run.last > 0 ? this.#lines({ ...run, first: 1 }) : [])];
  }

  /** A first member may follow the dash of the item that it belongs to. */
  #isBehindIndicator({ first }: Run): boolean {
    return first === 0 && !this.#layout.isFirstOfLine(this.#span(0).start);
  }

  #behindIndicator({ first, last }: Run): TextChange {
    const start = this.#span(first).start;
    for (let index = first; index < last; index++) {
      if (this.#hasCommentBehind(index)) throw new CannotEdit("comment");
    }
    if (!this.#hasCommentBehind(last)) return { start, end: this.#span(last + 1).start, text: "" };
    return { start: indicatorEnd(this.#slot) ?? start, end: this.#contentEnd(last), text: "" };
  }

  #hasCommentBehind(index: number): boolean {
    const from = this.#layout.nextLine(this.#contentEnd(index));
    return this.#layout.text.slice(from, this.#span(index + 1).start).includes("#");
  }

  #lines(run: Run): TextChange[] {
    const { text } = this.#layout;
    const isAlone = this.#standsAlone(run);
    const changes: TextChange[] = [];
    for (let index = run.first; index <= run.last; index++) {
      const { start } = this.#span(index);
      const from = this.#commentsAbove(index, isAlone);
      const end = this.#contentEnd(index);
      if (!this.#layout.isFirstOfLine(start)) throw new CannotEdit("unusual-syntax");
      const to = this.#layout.nextLine(end);
      changes.push({ start: from, end: to, text: "" });
    }
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return [];
    // The last line of a file may have no line break; then no line has one that is last afterwards.
    if (last.end === text.length && !text.endsWith("\n")) {
      return [...withoutLineBreakBefore(changes, text)];
    }
    const blankEnd = this.#blankLinesFrom(last.end);
    const isFirst = run.first === 0 && first.start === this.#lowest(0);
    const isBetweenBlankLines =
      run.last + 1 < this.#items.length &&
      blankEnd > last.end &&
      (isFirst || this.#isBlankAbove(first.start));
    if (isBetweenBlankLines) changes.push({ start: last.end, end: blankEnd, text: "" });
    return changes;
  }

  #standsAlone({ last }: Run): boolean {
    if (last === this.#items.length - 1) return true;
    return /^(?:#|$)/.test(this.#layout.lineAt(this.#layout.nextLine(this.#contentEnd(last))));
  }

  #commentsAbove(index: number, isAlone: boolean): number {
    const { start } = this.#span(index);
    const column = this.#layout.column(start);
    const own = this.#layout.lineStart(start);
    let from = own;
    while (from > this.#lowest(index)) {
      const above = this.#layout.lineStart(from - 1);
      const line = this.#layout.text.slice(above, this.#layout.lineEnd(above));
      if (line.search(/\S/) !== column || line[column] !== "#") break;
      from = above;
    }
    if (isAlone) return from;
    const last = this.#layout.lineStart(Math.max(0, own - 1));
    const isAboutNextLine = from < own && /\bnext-line\b/.test(this.#layout.lineAt(last));
    return isAboutNextLine ? last : own;
  }

  #lowest(index: number): number {
    if (index > 0) return this.#layout.nextLine(this.#contentEnd(index - 1));
    const end = indicatorEnd(this.#slot);
    return end === undefined ? 0 : this.#layout.nextLine(end);
  }

  #isBlankAbove(start: number): boolean {
    return this.#layout.lineAt(this.#layout.lineStart(start - 1)) === "";
  }

  #blankLinesFrom(start: number): number {
    let end = start;
    while (end < this.#layout.text.length && this.#layout.lineAt(end) === "") {
      end = this.#layout.nextLine(end);
    }
    return end;
  }

  #contentEnd(index: number): number {
    const { end } = this.#span(index);
    const lineEnd = this.#layout.lineEnd(end);
    const isLast = /^[ \t]*(?:#.*)?$/.test(this.#layout.text.slice(end, lineEnd));
    if (!isLast) throw new CannotEdit("unusual-syntax");
    return lineEnd;
  }

  #span(index: number): { start: number; end: number } {
    return itemSpan(itemAt(this.#items, index));
  }
}

function withoutLineBreakBefore(changes: readonly TextChange[], text: string): TextChange[] {
  return changes.map((change) => {
    const lineBreak = /\r?\n$/.exec(text.slice(0, change.start))?.[0] ?? "";
    const isLast = change.end === text.length;
    const end = isLast ? change.end : change.end - lineBreak.length;
    return { ...change, start: change.start - lineBreak.length, end };
  });
}

/**
 * Replaces parts of a scalar and leaves the rest as written; undefined when the new value cannot stand in the
 * scalar's style.
 *
 * @param value - the new value of the scalar
 * @throws CannotEdit when the text is not where it should be
 */
function spliceScalar(
  token: ScalarToken,
  splices: readonly Splice[],
  value: string,
  place: { readonly isInFlow: boolean; readonly lineBreak: string },
): readonly TextChange[] | undefined {
  const units = decodeScalar(token);
  if (token.type === "scalar" && !plainFits(value, { ...place, mayFold: true })) return undefined;
  const changes = inPlace(token, units, splices);
  if (changes !== undefined && holds(token, changes, value)) return changes;
  return token.type === "block-scalar"
    ? rewriteLiteral(token, units, value, place.lineBreak)
    : undefined;
}

function inPlace(
  token: ScalarToken,
  units: StringUnits,
  splices: readonly Splice[],
): readonly TextChange[] | undefined {
  const style = token.type === "block-scalar" ? "block" : token.type;
  const changes: TextChange[] = [];
  for (const { span, text } of splices) {
    const written = writers[style]?.(text);
    const range = units.range(span);
    if (written === undefined || range === undefined) return undefined;
    changes.push({ ...withIndentation(token, range), text: written });
  }
  return changes;
}

function withIndentation(token: ScalarToken, { start, end }: Span): Span {
  if (token.type !== "block-scalar" || start === end) return { start, end };
  const at = end - sourceStart(token);
  const indentation = indentationOf(token);
  const isBehindBreak = token.source[at - 1] === "\n";
  const isIndented = token.source.startsWith(indentation, at);
  return { start, end: isBehindBreak && isIndented ? end + indentation.length : end };
}

function indentationOf({ source }: BlockScalar): string {
  return /^(?:[ \t]*\r?\n)*( +)\S/.exec(source)?.[1] ?? "";
}

const writers: Readonly<Record<string, (text: string) => string | undefined>> = {
  scalar: asItIs,
  "single-quoted-scalar": (text) => (isPrintable(text) ? insideSingleQuotes(text) : undefined),
  "double-quoted-scalar": insideDoubleQuotes,
  block: asItIs,
};

function asItIs(text: string): string | undefined {
  return isPrintable(text) ? text : undefined;
}

function holds(token: ScalarToken, changes: readonly TextChange[], value: string): boolean {
  const start = sourceStart(token);
  const end = start + token.source.length;
  if (changes.some((change) => change.start < start || change.end > end)) return false;
  const inside = changes.map((change) => ({
    start: change.start - start,
    end: change.end - start,
    text: change.text,
  }));
  try {
    return decodeScalar({ ...token, source: changeText(token.source, inside) }).value === value;
  } catch (error) {
    // Two parts of the value can be one in the text, as in an escape.
    if (error instanceof CannotEdit) return false;
    throw error;
  }
}

function sourceStart(token: ScalarToken): number {
  if (token.type !== "block-scalar") return token.offset;
  const last = token.props.at(-1);
  return (last?.offset ?? 0) + sourceOf(last).length;
}

function rewriteLiteral(
  token: BlockScalar,
  units: StringUnits,
  value: string,
  lineBreak: string,
): readonly TextChange[] | undefined {
  const indentation = indentationOf(token);
  const isLiteral = sourceOf(token.props[0]).startsWith("|");
  const lines = contentOf(value).split("\n");
  if (!isLiteral || indentation === "" || !lines.every(isPrintable)) return undefined;
  const before = units.range({ start: 0, end: contentOf(units.value).length });
  if (before === undefined || contentOf(value) === "") return undefined;
  const text = lines.map((line) => (line === "" ? "" : indentation + line)).join(lineBreak);
  const change = { start: sourceStart(token), end: before.end, text };
  return holds(token, [change], value) ? [change] : undefined;
}

function contentOf(text: string): string {
  return withoutEnd(text, "\n");
}

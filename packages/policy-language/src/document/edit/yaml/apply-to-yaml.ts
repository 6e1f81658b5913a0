import { parseYaml } from "../../yaml/parse-yaml.ts";
import {
  applyFixes,
  type EditableText,
  type FixedText,
  type WithEdits,
  type TextChange,
} from "../apply-fixes.ts";
import { Parser, type CST } from "yaml";
import { isList, type JsonValue } from "../../../json-value.ts";
import { serialize } from "../../serialize.ts";
import { edited, spliced } from "../apply-to-document.ts";
import { CannotEdit, type EditNode } from "../edit-tree.ts";
import { EditedChildren } from "../edited-children.ts";
import { BlockRemovals } from "./block-removals.ts";
import { flowAdditions, FlowRemovals } from "./flow-changes.ts";
import {
  slotOf,
  SharedValues,
  isBlockCollection,
  isCollection,
  isFlowScalar,
  itemAt,
  itemSpan,
  itemsOf,
  partsOf,
  hasCommentInside,
  hasProperties,
  indicatorEnd,
  spanOf,
  type Slot,
  type Collection,
  type Item,
} from "./tokens.ts";
import { stylesOf, scalarText, YamlPrinter, styleOf, YamlStyle, hasLines } from "./yaml-printer.ts";
import { sourceOf } from "../../yaml/decode-scalar.ts";
import { spliceScalar } from "./splice-scalar.ts";
import { TextLayout } from "../text-layout.ts";

/**
 * Applies fixes to a YAML text, as `applyToJson` does to a JSON text: comments, quotes, folds and
 * all else that is not changed stay as they are, to the byte. What aliases stand for is not
 * changed, nor is anything where a comment might be lost that does not surely belong to it.
 * Never throws.
 */
export function applyToYaml<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
): FixedText<Fix> {
  return applyFixes(text, fixes, openYaml);
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

/** Finds the changes of a YAML text that make edits in it. */
class YamlChanges {
  readonly #root: Slot;
  readonly #layout: TextLayout;
  readonly #style: YamlStyle;
  readonly #printer: YamlPrinter;
  readonly #shared: SharedValues;
  readonly #replace: ReplaceValue;
  #changes: TextChange[] = [];

  /** @param text - one that can be parsed */
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
    const column = this.#layout.column(itemSpan(itemAt(items, 0)).start);
    const { lineBreak } = this.#style;
    const lines = children.added.map(
      ([key, value]) =>
        " ".repeat(column) + this.#printer.member(key, value, column, stylesOf(collection)),
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

  #flowChanges(
    collection: CST.FlowCollection,
    items: readonly Item[],
    children: EditedChildren,
  ): TextChange[] {
    const { padding } = this.#style;
    const styles = stylesOf(collection);
    const members = children.added.map(
      ([key, value]) =>
        `${this.#printer.key(key, styles, true)}: ${this.#printer.inline(value, styles, true)}`,
    );
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

function documentOf(text: string): CST.Document {
  for (const token of new Parser().parse(text)) {
    if (token.type === "document") return token;
  }
  throw new CannotEdit("unusual-syntax");
}

/** Puts values in the place of others. */
class ReplaceValue {
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

import type { CST } from "yaml";
import { CannotEdit } from "../edit-tree.ts";
import type { EditedChildren, Run } from "../edited-children.ts";
import type { TextChange } from "../apply-fixes.ts";
import { indentationAt, withoutEmptyLines, type TextLayout } from "../text-layout.ts";
import { closingBracket, itemAt, itemSpan, type Item } from "./tokens.ts";

/** Takes members or items of a flow collection away. */
export class FlowRemovals {
  readonly #collection: CST.FlowCollection;
  readonly #items: readonly Item[];
  readonly #layout: TextLayout;

  constructor(collection: CST.FlowCollection, items: readonly Item[], layout: TextLayout) {
    this.#collection = collection;
    this.#items = items;
    this.#layout = layout;
  }

  /** The changes that take some away and leave at least one. */
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

  /** The change that takes all away. */
  all(): TextChange {
    const start = this.#collection.offset + 1;
    const end = closingBracket(this.#collection);
    for (let index = -1; index < this.#items.length; index++) {
      if (this.#between(index, index + 1).includes("#")) throw new CannotEdit("comment");
    }
    return { start, end, text: "" };
  }

  /** Takes whole lines away when nothing else stands on them, so that comments stay. */
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

  /** What stands between two neighbours, or between one and the bracket. */
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
 * The changes that put members behind the last one of a flow map that stays.
 *
 * @param members - as they are to be written
 */
export function flowAdditions(
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

/** What stands between the last two; when there is one only, what would. */
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

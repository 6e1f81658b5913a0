import { CannotEdit } from "../edit-tree.ts";
import type { EditedChildren, Run } from "../edited-children.ts";
import type { TextChange } from "../apply-fixes.ts";
import { indicatorEnd, itemAt, itemSpan, type Slot, type Item } from "./tokens.ts";
import type { TextLayout } from "../text-layout.ts";

/** Takes members or items of a block collection away, by their lines. */
export class BlockRemovals {
  readonly #slot: Slot;
  readonly #items: readonly Item[];
  readonly #layout: TextLayout;

  constructor(slot: Slot, items: readonly Item[], layout: TextLayout) {
    this.#slot = slot;
    this.#items = items;
    this.#layout = layout;
  }

  /** The changes that take some away and leave at least one. */
  some(children: EditedChildren): TextChange[] {
    return children.removedRuns.flatMap((run) =>
      this.#isBehindIndicator(run) ? [this.#behindIndicator(run)] : this.#lines(run),
    );
  }

  /**
   * The changes that take all away.
   *
   * @param empty - what stands for a collection of this kind without anything in it
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

  /** A first member may stand behind the dash of the item that it belongs to. */
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

  /** Whether lines of comments stand between a member or item and the next one. */
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

  /** Whether nothing that comments above it may be about follows. */
  #standsAlone({ last }: Run): boolean {
    if (last === this.#items.length - 1) return true;
    return /^(?:#|$)/.test(this.#layout.lineAt(this.#layout.nextLine(this.#contentEnd(last))));
  }

  /** The start of the comments that certainly belong to a member or item, or of its own line. */
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

  /** Where the first line begins that may hold comments above a member or item. */
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

  /** The end of the line on which a member or item ends: only a comment can follow there. */
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

import type { CST } from "yaml";
import { CannotEdit } from "../cannot-edit.ts";
import type { EditedChildren } from "../edited-children.ts";
import { indentationAt, withoutEmptyLines } from "../line-style.ts";
import type { TextChange } from "../text-change.ts";
import type { TextLayout } from "./text-layout.ts";
import { closingBracket, itemSpan, type Item } from "./tokens.ts";

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
  const item = items[lastKept];
  const last = items.at(-1);
  if (item === undefined || last === undefined) throw new CannotEdit("unusual-syntax");
  const { start, end } = itemSpan(item);
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

import type { Node } from "oxc-parser";
import { losesComment, notWritten } from "./cannot-change.ts";
import { unwrapped, type SourceCode } from "./source-code.ts";
import type { TextChange } from "./text-change.ts";

/**
 * Takes one of the items of a list away, with its comma: of a list, of the members of an object or
 * of the arguments of a call.
 *
 * @throws CannotChange when a comment would be lost
 */
export function removal(
  code: SourceCode,
  items: readonly (Node | null)[],
  index: number,
): TextChange {
  const [before, item, after] = [items[index - 1], items[index], items[index + 1]];
  if (!item || before === null || after === null) throw notWritten();
  const { start, end } =
    after !== undefined
      ? { start: item.start, end: after.start }
      : before !== undefined
        ? { start: before.end, end: item.end }
        : { start: item.start, end: item.end + commaAfter(code.text, item.end) };
  if (code.hasComment(start, end)) throw losesComment();
  return { start, end, text: "" };
}

/** Takes away an argument of `when`, `do` and their kin, which a part is built in. */
export function argumentRemoval(code: SourceCode, part: Node): TextChange {
  for (let node = part; ;) {
    const parent = code.parentOf(node);
    if (parent === undefined) throw notWritten();
    const isChain =
      unwrapped(parent) !== parent ||
      (parent.type === "MemberExpression" && parent.object === node) ||
      (parent.type === "CallExpression" && parent.callee === node);
    if (!isChain) {
      const items = parent.type === "CallExpression" ? parent.arguments : [];
      const index = items.findIndex((item) => item === node);
      if (index < 0) throw notWritten();
      return removal(code, items, index);
    }
    node = parent;
  }
}

function commaAfter(text: string, end: number): number {
  return /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
}

import type { ArrayExpression, CallExpression, Node } from "oxc-parser";
import type { TextChange } from "../edit/text-change.ts";
import type { SourceCode } from "../source/source-code.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface WrittenArgument {
  readonly node: Node;
  /** The argument with the comments before it, its comma, and a comment at the end of its line. */
  readonly range: Range;
  /** The comment at the end of its line, after its comma. */
  readonly behind: Range;
  readonly hasComma: boolean;
}

/**
 * Returns the arguments of a call or the items of an array, with their comments and commas: together they cover
 * everything between the parentheses. Empty for an array with holes.
 */
export function argumentsOf(
  code: SourceCode,
  list: CallExpression | ArrayExpression,
): WrittenArgument[] {
  const close = list.end - 1;
  const isCall = list.type === "CallExpression";
  const nodes: readonly (Node | null)[] = isCall ? list.arguments : list.elements;
  const all = nodes.flatMap((node) => node ?? []);
  if (all.length < nodes.length) return [];
  let start = isCall ? openingOf(code, list) : list.start + 1;
  return all.map((node, index) => {
    const next = all[index + 1];
    const comma = commaBehind(code, node.end, close);
    let end = comma ?? close;
    const behindStart = end;
    if (comma !== undefined) {
      // A comment on the line of the next argument is about that one.
      const comment = code.comments.find((one) => one.start >= comma);
      const before = comment && code.text.slice(comma, comment.start);
      const after = comment && code.text.slice(comment.end, next?.start ?? close);
      const isOfThis = before?.trim() === "" && !before.includes("\n") && after?.includes("\n");
      const isInside = comment !== undefined && comment.end <= (next?.start ?? close);
      if (isOfThis === true && isInside) end = comment.end;
    }
    const range = { start, end };
    start = end;
    return { node, range, behind: { start: behindStart, end }, hasComma: comma !== undefined };
  });
}

/**
 * Returns the changes that remove some arguments of a call with their comments; at least one argument must remain.
 */
export function argumentRemovals(
  code: SourceCode,
  all: readonly WrittenArgument[],
  isGone: (index: number) => boolean,
): TextChange[] {
  const lastKept = all.findLastIndex((_one, index) => !isGone(index));
  const kept = all[lastKept];
  return all.flatMap(({ range }, index): TextChange[] => {
    if (!isGone(index)) return [];
    const isBehind = index > lastKept && all.at(-1)?.hasComma === false;
    if (!isBehind || kept === undefined) {
      const isFirst = all.slice(0, index).every((_one, before) => isGone(before));
      const space = isFirst ? /^[ \t]*(?=\S)/.exec(code.text.slice(range.end)) : null;
      return [{ start: range.start, end: range.end + (space?.[0].length ?? 0), text: "" }];
    }
    if (index > lastKept + 1) return [];
    // Behind the last one that stays, its comma goes, too.
    const { end: from } = kept.node;
    const start = code.hasComment(from, range.start) ? range.start : from;
    const text = code.text.slice(start, all.at(-1)?.range.end);
    return [{ start, end: start + text.trimEnd().length, text: "" }];
  });
}

export function openingOf({ text }: SourceCode, { callee, typeArguments }: CallExpression): number {
  return text.indexOf("(", (typeArguments ?? callee).end) + 1;
}

function commaBehind(code: SourceCode, from: number, until: number): number | undefined {
  let at = from;
  while (at < until) {
    const comment = code.comments.find(({ start }) => start === at);
    if (comment !== undefined) at = comment.end;
    else if (code.text[at] === ",") return at + 1;
    else if (/\s/.test(code.text[at] ?? "")) at += 1;
    else return undefined;
  }
  return undefined;
}

export function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

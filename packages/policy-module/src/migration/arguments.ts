import type { CallExpression, Node } from "oxc-parser";
import type { SourceCode } from "../source/source-code.ts";

/** A range of a text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** An argument of a call, with the comments about it. */
export interface WrittenArgument {
  readonly node: Node;
  /** All of it: the comments before it, its comma, and a comment at the end of its line. */
  readonly range: Range;
  /** The comment at the end of its line, behind its comma. */
  readonly behind: Range;
  /** Whether a comma follows it. */
  readonly hasComma: boolean;
}

/** The arguments of a call, with what belongs to each: together they are all that is between the parentheses. */
export function argumentsOf(code: SourceCode, call: CallExpression): WrittenArgument[] {
  const close = call.end - 1;
  let start = openingOf(code, call);
  return call.arguments.map((node, index) => {
    const next = call.arguments[index + 1];
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

/** Where the arguments of a call begin: behind the parenthesis. */
export function openingOf({ text }: SourceCode, { callee, typeArguments }: CallExpression): number {
  return text.indexOf("(", (typeArguments ?? callee).end) + 1;
}

/** Where a comma ends that follows, with nothing but comments before it. */
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

/** The white space at the start of the line of a place. */
export function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Whether only white space is before a place on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

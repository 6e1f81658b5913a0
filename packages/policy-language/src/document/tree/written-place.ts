import type { Span } from "../../text/positions.ts";
import { offsetInText, type TextNode, type TreeNode, type TreePlace } from "./tree.ts";

/** For private use, so that no document has it, and JSON strings and plain scalars may. */
export const mark = "\uE000";

/** A text of JSON or YAML that somebody edits. */
export interface EditedDocument {
  readonly text: string;
  readonly language: "json" | "yaml" | "code";
  readonly root: TreeNode | undefined;
  /** The tree of a text that is much like that of the document. */
  treeBeside(text: string): TreeNode | undefined;
}

/** A place that something is being written at. */
export interface WrittenPlace extends TreePlace {
  readonly root: TreeNode;
  /** The key or text that is there, or the empty one that would be; without the mark. */
  readonly text: TextNode;
  /** What is replaced when something else is written: all of the key or text, with its quotes. */
  readonly replaced: Span;
}

/** What stands between the quotes of a key or text; the closing one may be missing. */
export interface Quoted extends Span {
  readonly quote: string;
  readonly isClosed: boolean;
}

/** What is in quotes in a part of a text that begins with one. */
export function quotedIn(text: string, { start, end }: Span): Quoted | undefined {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const isClosed = end > start + 1 && text[end - 1] === quote;
  return { quote, isClosed, start: start + 1, end: isClosed ? end - 1 : end };
}

/** What could be written at an offset of a document: a value, a key, or either in a line of YAML. */
export interface Places {
  readonly value?: WrittenPlace | undefined;
  readonly key?: WrittenPlace | undefined;
}

/** Checks whether an offset is between the signs that a text has for one unit, as an escape. */
export function isInUnit(node: TextNode, offset: number): boolean {
  const at = offsetInText(node, offset);
  if (at === 0) return false;
  const { start, end } = node.range({ start: at - 1, end: at });
  return start < offset && offset < end;
}

/** Checks whether a place of YAML is in brackets, where most signs mean something. */
export function isInBrackets(text: string, { around }: TreePlace): boolean {
  return around.some(({ start }) => text[start] === "[" || text[start] === "{");
}

/** The next sign of a text that is no space and in no comment; the empty text at its end. */
export function nextSign(text: string, offset: number): string {
  return /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*([^]?)/.exec(text.slice(offset))?.[1] ?? "";
}

/** A word of a text that stands where a key or text without quotes would, or nothing. */
export function wordIn(text: string, { start, end }: Span): TextNode {
  return {
    kind: "text",
    start,
    end,
    value: text.slice(start, end),
    style: "plain",
    range: (part) => ({ start: start + part.start, end: start + part.end }),
  };
}

import type { Span } from "../../text/positions.ts";
import { offsetInText, type TextNode, type TreeNode, type TreePlace } from "./tree.ts";

/** A private-use character: no document contains it, and JSON strings and plain scalars may. */
export const mark = "\uE000";

export interface EditedDocument {
  readonly text: string;
  readonly language: "json" | "yaml" | "code";
  readonly root: TreeNode | undefined;
  treeBeside(text: string): TreeNode | undefined;
}

/** A place that something is being written at. */
export interface WrittenPlace extends TreePlace {
  readonly root: TreeNode;
  /** The key or text that is there, or the empty one that would be; without the mark. */
  readonly text: TextNode;
  /** The range that a new text replaces: the whole key or text, with its quotes. */
  readonly replaced: Span;
}

/** The content between the quotes of a key or text; the closing quote may be missing. */
export interface Quoted extends Span {
  readonly quote: string;
  readonly isClosed: boolean;
}

/** Returns the quoted content at the start of a range. */
export function quotedIn(text: string, { start, end }: Span): Quoted | undefined {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const isClosed = end > start + 1 && text[end - 1] === quote;
  return { quote, isClosed, start: start + 1, end: isClosed ? end - 1 : end };
}

/** The possible places for a text at an offset of a document: a value, a key, or either in a line of YAML. */
export interface Places {
  readonly value?: WrittenPlace | undefined;
  readonly key?: WrittenPlace | undefined;
}

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

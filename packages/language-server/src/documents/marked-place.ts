import type { Span } from "@traffic-policy/policy-language";
import type { EditorDocument } from "./editor-document.ts";
import { expressionAt, type PlacedExpression } from "./expressions.ts";
import { nodeAt, placeAt, type TextNode, type TreeNode, type TreePlace } from "./tree.ts";

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

/** For private use, so that no document has it, and both JSON strings and plain YAML scalars may. */
const mark = "\uE000";

/**
 * The place at an offset where a key or a text is, or could be: a mark is put there and the text is read again,
 * which the parsers do even if it is broken. So what could stand at an empty place is known, too.
 */
export function writtenPlaceAt(document: EditorDocument, offset: number): WrittenPlace | undefined {
  const { root, text, language } = document;
  if (language === "code" || document.isTooLong) return undefined;
  if (root !== undefined) {
    const place = placeAt(root, offset);
    const { node } = place;
    const isInside =
      language === "yaml"
        ? offset >= node.start && offset <= node.end
        : offset > node.start && (offset < node.end || quotedIn(text, node)?.isClosed === false);
    if (node.kind === "text" && isInside) {
      const { start, end } = node;
      if (language === "json" && place.isKey) return markedInJson(document, node);
      return { ...place, root, text: node, replaced: { start, end } };
    }
  }
  if (language === "yaml") return markedInYaml(document, offset, "");
  // A word without quotes, and the rest of one.
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0].length ?? 0;
  const after = /^[\w.-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0;
  return markedInJson(document, wordIn(text, { start: offset - before, end: offset + after }));
}

/** The place at an offset of an empty line where an item of a list could be, with its dash. */
export function dashedPlaceAt(document: EditorDocument, offset: number): WrittenPlace | undefined {
  const { text, language } = document;
  if (language !== "yaml" || document.isTooLong) return undefined;
  const isAtStart = /(?:^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, offset - 1000), offset));
  const isAtEnd = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(offset, offset + 1000));
  if (!isAtStart || !isAtEnd) return undefined;
  const place = markedInYaml(document, offset, "- ");
  return place?.around.at(-1)?.kind === "list" && !isInBrackets(text, place) ? place : undefined;
}

/** Whether nothing else can be at a place with a dash: other items of its list are there, right of the keys around. */
export function isAmongItems(text: string, { around, replaced }: WrittenPlace): boolean {
  const [outer, list] = around.slice(-2);
  const columnOf = (offset: number): number => offset - text.lastIndexOf("\n", offset - 1);
  const hasOthers = list?.kind === "list" && list.items.length > 1;
  return hasOthers && columnOf(outer?.start ?? 0) < columnOf(replaced.start);
}

/** Whether a place of YAML is in brackets, where most signs mean something. */
export function isInBrackets(text: string, { around }: WrittenPlace): boolean {
  return around.some(({ start }) => text[start] === "[" || text[start] === "{");
}

/** @param dash - what stands before the mark and is no part of the place */
function markedInYaml(
  document: EditorDocument,
  offset: number,
  dash: string,
): WrittenPlace | undefined {
  const { text } = document;
  const start = offset + dash.length;
  const root = document.treeOf(`${text.slice(0, offset)}${dash}${mark}${text.slice(offset)}`);
  const place = root && placeAt(root, start + mark.length);
  if (root === undefined || place?.node.kind !== "text") return undefined;
  if (!place.node.value.includes(mark)) return undefined;
  const node =
    dash === "" ? unmarked(place.node, start) : wordIn(text, { start: offset, end: offset });
  if (offset < node.start || offset > node.end) return undefined;
  return { ...place, node, root, text: node, replaced: { start: node.start, end: node.end } };
}

function markedInJson(document: EditorDocument, node: TextNode): WrittenPlace | undefined {
  const { text } = document;
  const { start, end } = node;
  const withMark = (marked: string): WrittenPlace | undefined => {
    const root = document.treeOf(text.slice(0, start) + marked + text.slice(end));
    const place = root && placeAt(root, start + 1);
    return root !== undefined && place?.node.kind === "text" && place.node.value === mark
      ? { ...place, node, root, text: node, replaced: { start, end } }
      : undefined;
  };
  const place = withMark(`"${mark}"`);
  // Behind a key without a value, the parser leaves out the next member.
  if (place?.isKey === true && nextSign(text, end) !== ":") return withMark(`"${mark}":0`);
  return place !== undefined && isBeforeValue(document, place) ? undefined : place;
}

/** Whether a place of JSON is before the value of its member, and not before the next key. */
function isBeforeValue({ root, text }: EditorDocument, place: WrittenPlace): boolean {
  const { path, isKey, around, replaced } = place;
  if (isKey || around.at(-1)?.kind !== "object") return false;
  const value = nodeAt(root, path);
  return value !== undefined && value.start >= replaced.end && nextSign(text, value.end) !== ":";
}

/** The next sign of a text that is no space and in no comment; the empty text at its end. */
export function nextSign(text: string, offset: number): string {
  return /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*([^]?)/.exec(text.slice(offset))?.[1] ?? "";
}

/** The expression that is being written at an offset: also behind a space at the end of a line, which is not in it yet. */
export function writtenExpressionAt(
  document: EditorDocument,
  offset: number,
  place = writtenPlaceAt(document, offset),
): PlacedExpression | undefined {
  if (document.language === "code") return document.expressionAt(offset);
  if (place === undefined || place.isKey) return undefined;
  const { root, text: node, path } = place;
  return expressionAt(root, { node, path }, offset, document.surroundings);
}

/** A word of a text that stands where a key or text without quotes would, or nothing. */
function wordIn(text: string, { start, end }: Span): TextNode {
  return {
    kind: "text",
    start,
    end,
    value: text.slice(start, end),
    style: "plain",
    range: (part) => ({ start: start + part.start, end: start + part.end }),
  };
}

/** A text as it is without the mark, with its places in the document without it. */
function unmarked(node: TextNode, markAt: number): TextNode {
  const at = node.value.indexOf(mark);
  const back = (offset: number): number => (offset > markAt ? offset - 1 : offset);
  return {
    ...node,
    start: back(node.start),
    end: back(node.end),
    value: node.value.replace(mark, ""),
    range({ start, end }) {
      const marked = { start: start >= at ? start + 1 : start, end: end > at ? end + 1 : end };
      if (start >= at && start === end) marked.end = marked.start;
      const range = node.range(marked);
      return { start: back(range.start), end: back(range.end) };
    },
  };
}

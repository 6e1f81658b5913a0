import type { Span } from "@traffic-policy/policy-language";
import type { EditorDocument } from "./editor-document.ts";
import { expressionAt, type PlacedExpression } from "./expressions.ts";
import { placeAt, type TextNode, type TreeNode, type TreePlace } from "./tree.ts";

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
      return { ...place, root, text: node, replaced: { start: node.start, end: node.end } };
    }
  }
  // A word without quotes, and the rest of one.
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0].length ?? 0;
  const after =
    language === "json" ? (/^[\w.-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0) : 0;
  const inserted = language === "json" ? `"${mark}"` : mark;
  const start = language === "json" ? offset - before : offset;
  const end = offset + after;
  const marked = document.treeOf(text.slice(0, start) + inserted + text.slice(end));
  const place = marked && placeAt(marked, start + inserted.length - (language === "json" ? 1 : 0));
  if (marked === undefined || place === undefined || place.node.kind !== "text") return undefined;
  if (!place.node.value.includes(mark)) return undefined;
  const node = language === "json" ? emptyText(start, end) : unmarked(place.node, start);
  if (offset < node.start || offset > node.end) return undefined;
  return {
    ...place,
    node,
    root: marked,
    text: node,
    replaced: { start: node.start, end: node.end },
  };
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

function emptyText(start: number, end: number): TextNode {
  return { kind: "text", start, end, value: "", style: "double", range: () => ({ start, end }) };
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

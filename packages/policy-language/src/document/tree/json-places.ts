import type { Span } from "../../text/positions.ts";
import { nodeAt, placeAt, type TextNode } from "./tree.ts";
import {
  mark,
  isInUnit,
  nextSign,
  quotedIn,
  wordIn,
  type WrittenPlace,
  type EditedDocument,
} from "./written-place.ts";

/**
 * Finds the place of the key or text at an offset, existing or possible. It inserts a mark at the offset and parses
 * again, which also works for an empty place, because the parser tolerates errors.
 */
export function jsonPlaceAt(document: EditedDocument, offset: number): WrittenPlace | undefined {
  const { root, text } = document;
  // A word without quotes, and the rest of one.
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0].length ?? 0;
  const after = /^[\w.-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0;
  if (root !== undefined) {
    const place = placeAt(root, offset);
    const { node } = place;
    const isOpen = node.kind === "text" && quotedIn(text, node)?.isClosed === false;
    if (node.kind === "text" && offset > node.start && (offset < node.end || isOpen)) {
      if (!isClosed(text, node)) {
        return markedInJson(document, openText(text, { start: node.start, end: offset + after }));
      }
      if (isInUnit(node, offset)) return undefined;
      return place.isKey
        ? markedInJson(document, node)
        : { ...place, root, text: node, replaced: { start: node.start, end: node.end } };
    }
  }
  const word = wordIn(text, { start: offset - before, end: offset + after });
  const isInOtherQuotes = text[word.start - 1] === "'" || text[word.end] === "'";
  return isInOtherQuotes ? undefined : markedInJson(document, word);
}

function openText(text: string, { start, end }: Span): TextNode {
  return { ...wordIn(text, { start: start + 1, end }), start, style: "double" };
}

/** True when a JSON string ends with its own closing quote, not with the quote that begins the next string. */
function isClosed(text: string, node: TextNode): boolean {
  if (quotedIn(text, node)?.isClosed !== true) return false;
  const next = nextSign(text, node.end);
  if (next === "" || ",:]}".includes(next)) return true;
  return '"[{'.includes(next) && !/[,:[{]/.test(node.value);
}

function markedInJson(document: EditedDocument, node: TextNode): WrittenPlace | undefined {
  const { text } = document;
  const { start, end } = node;
  const withMark = (marked: string): WrittenPlace | undefined => {
    const root = document.treeBeside(text.slice(0, start) + marked + text.slice(end));
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

function isBeforeValue({ root, text }: EditedDocument, place: WrittenPlace): boolean {
  const { path, isKey, around, replaced } = place;
  if (isKey || around.at(-1)?.kind !== "object") return false;
  const value = nodeAt(root, path);
  return value !== undefined && value.start >= replaced.end && nextSign(text, value.end) !== ":";
}

import type { Span } from "../../text/positions.ts";
import { onlyAdds } from "./only-adds.ts";
import { placeAt, type TextNode, type TreeNode, type TreePlace } from "./tree.ts";
import {
  mark,
  isInBrackets,
  isInUnit,
  nextSign,
  quotedIn,
  wordIn,
  type Places,
  type WrittenPlace,
  type EditedDocument,
} from "./written-place.ts";

/**
 * Finds the possible roles of a text at an offset. It inserts marks and parses again, which works for broken texts
 * because the parser tolerates errors. Roles that would change anything else are left out.
 */
export function yamlPlacesAt(document: EditedDocument, offset: number): Places {
  const { text, root } = document;
  const { before, after } = lineAt(text, offset);
  // With a tab, no item would be indented as its lines are.
  if (/^[\s-]*\t/.test(before)) return {};
  let isInBlockText = false;
  if (root !== undefined) {
    const place = placeAt(root, offset);
    const { node, isKey } = place;
    if (node.kind === "text" && node.start < node.end) {
      const { start, end } = node;
      const written: WrittenPlace = { ...place, root, text: node, replaced: { start, end } };
      const isInOneLine = !/[\r\n]/.test(text.slice(start, end));
      // What is written in the indentation of a line would not be in the text.
      const isInText = isInOneLine || before.trim() !== "";
      if (node.style === "block") {
        if (isInBlock(text, node, offset)) return { value: written };
        isInBlockText = true;
      } else if (node.style !== "plain") {
        const isOpen = quotedIn(text, node)?.isClosed === false;
        const isInside = start < offset && (offset < end || isOpen);
        return isInside && isInText && !isInUnit(node, offset) ? as(written) : {};
      } else if (isKey && isInOneLine && nextSign(text, end) === ":") {
        return /[\s"'#,:[\]{}]/.test(node.value) ? {} : as(written);
      } else if (!isKey && isSeparate(text.slice(0, start))) {
        if (isInOneLine) return { value: written, key: keyAt(document, node) };
        if (isInText) return { value: written };
      }
    }
  }
  if (isAboveDeeper(text, offset)) return {};
  const negated = negatedAt(text, offset);
  const word = negated ?? wordAt(text, offset);
  if (!isSeparate(text.slice(0, word.start))) return {};
  if (before.trim() === "" && /^[ \t]+\S/.test(after) && !isInBlockText) return {};
  // Left of all, there are only the keys of the document.
  const isLeft = before === "" && after.trim() === "" && root?.kind === "object";
  const whole = negated && wholeAt(document, negated);
  const value = negated === undefined && !isLeft ? valueAt(document, offset) : whole;
  const [there, key] = [value, keyAt(document, word)].map((place) =>
    place !== undefined && hasCommas(text, place) ? place : undefined,
  );
  return { value: there, key };
}

export function yamlItemPlacesAt(document: EditedDocument, offset: number): Places {
  const { text } = document;
  const { before, after } = lineAt(text, offset);
  if (!/^ *$/.test(before) || after.trim() !== "" || isAboveDeeper(text, offset)) return {};
  const word = wordIn(text, { start: offset, end: offset });
  const value = marked(document, word, `- ${mark}`);
  // Where a text would take something from another item, a key would as well.
  const key = value && marked(document, word, `- ${mark}:`);
  const isItem = value?.around.at(-1)?.kind === "list" && value.node.value === mark;
  const isInItem = key?.isKey === true && key.around.at(-2)?.kind === "list";
  return {
    value: isItem && !isInBrackets(text, value) ? placeOf(value, word) : undefined,
    key: isInItem && !isInBrackets(text, key) ? placeOf(key, word) : undefined,
  };
}

function as(place: WrittenPlace): Places {
  return place.isKey ? { key: place } : { value: place };
}

function lineAt(text: string, offset: number): { readonly before: string; readonly after: string } {
  const before = /[^\r\n]*$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[0] ?? "";
  const after = /^[^\r\n]*/.exec(text.slice(offset, offset + 1000))?.[0] ?? "";
  return { before, after };
}

/**
 * True when an offset is in an empty line and left of the next line, whose content would then belong to the new text.
 */
function isAboveDeeper(text: string, offset: number): boolean {
  const { before, after } = lineAt(text, offset);
  if ((before + after).trim() !== "") return false;
  const next = /^(?:[ \t]*(?:#.*)?\r?\n)*( *)[^\s#]/.exec(text.slice(offset));
  return (next?.[1]?.length ?? 0) > before.length;
}

/** True when a scalar may follow a text; after a tag, it would be something else. */
function isSeparate(before: string): boolean {
  const { before: line } = lineAt(before, before.length);
  return /(?:^|[\s[{,])$/.test(line) && !/(?:^|[\s[{,])!\S*\s+$/.test(line);
}

function wordAt(text: string, offset: number): TextNode {
  const { before, after } = lineAt(text, offset);
  const left = /(?:[\w$][\w$.-]*)?$/.exec(before)?.[0].length ?? 0;
  const right = /^[\w$.-]*/.exec(after)?.[0].length ?? 0;
  return wordIn(text, { start: offset - left, end: offset + right });
}

function isInBlock(text: string, { start, end }: Span, offset: number): boolean {
  const written = text.slice(start, end);
  const first = /^.*\r?\n(?:[ \t]*\r?\n)*( *)/.exec(written)?.[1]?.length ?? 0;
  const { before } = lineAt(text, offset);
  return before.length >= first && text.slice(start, offset).includes("\n");
}

function valueAt(document: EditedDocument, offset: number): WrittenPlace | undefined {
  const found = marked(document, { start: offset, end: offset });
  if (found === undefined || found.isKey) return undefined;
  return placeOf(found, unmarked(found.node, offset));
}

function wholeAt(document: EditedDocument, word: TextNode): WrittenPlace | undefined {
  const found = marked(document, word);
  return found === undefined || found.isKey ? undefined : placeOf(found, word);
}

/** Returns a plain scalar that begins with a negation, which YAML reads as a tag, up to the end of a word. */
function negatedAt(text: string, offset: number): TextNode | undefined {
  const { before, after } = lineAt(text, offset);
  const left = /(?:^|[\s[{,])(![\w.!()]*)$/.exec(before)?.[1];
  const right = /^[\w.()]*(?=\s*(?:$|[,\]}]|\s#))/.exec(after)?.[0];
  if (left === undefined || right === undefined) return undefined;
  return wordIn(text, { start: offset - left.length, end: offset + right.length });
}

function keyAt(document: EditedDocument, word: TextNode): WrittenPlace | undefined {
  const { text } = document;
  const { before } = lineAt(text, word.start);
  const { after } = lineAt(text, word.end);
  const isInWholeLine = /^\s*(?:#|$)/.test(after);
  const isInLine = isInWholeLine && /^[\s-]*$/.test(before);
  const mayBeInBraces = /[{,]\s*$/.test(text.slice(Math.max(0, word.start - 1000), word.start));
  if (!/^[\w$.-]*$/.test(word.value) || (!isInLine && !mayBeInBraces)) return undefined;
  // A word without a colon may be one text with the next line.
  const withoutWord = `${text.slice(0, word.start)}#${text.slice(word.end)}`;
  const compared = isInWholeLine && word.value !== "" ? withoutWord : undefined;
  const found = marked(document, word, `${mark}:`, compared);
  if (found === undefined || !found.isKey) return undefined;
  const isInBraces = text[found.around.at(-1)?.start ?? -1] === "{";
  const place = placeOf(found, word);
  return isInBraces || (isInLine && !isInBrackets(text, place)) ? place : undefined;
}

interface Marked extends TreePlace {
  readonly root: TreeNode;
  readonly node: TextNode;
}

/**
 * Returns the place after a mark replaces a part of the text; undefined when anything else changes too.
 *
 * @param compared - the text without the replaced part, if that part could be parsed together with what follows
 */
function marked(
  document: EditedDocument,
  { start, end }: Span,
  by = mark,
  compared?: string,
): Marked | undefined {
  const { text } = document;
  const root = document.treeBeside(text.slice(0, start) + by + text.slice(end));
  if (root === undefined) return undefined;
  const at = start + by.indexOf(mark) + mark.length;
  const place = placeAt(root, at);
  const { node } = place;
  if (node.kind !== "text" || !node.value.includes(mark)) return undefined;
  const before = compared === undefined ? document.root : document.treeBeside(compared);
  const isAlone = onlyAdds(before, root, { at, mark, word: text.slice(start, end) });
  return isAlone ? { ...place, node, root } : undefined;
}

function placeOf(found: Marked, text: TextNode): WrittenPlace {
  return { ...found, node: text, text, replaced: { start: text.start, end: text.end } };
}

/** True when no comma is missing around a place in brackets; the parser tolerates missing commas. */
function hasCommas(text: string, place: WrittenPlace): boolean {
  const { start, end } = place.replaced;
  return (
    !isInBrackets(text, place) ||
    (/[[{,:]\s*$/.test(text.slice(0, start)) && /^\s*(?:[,\]}]|$)/.test(text.slice(end)))
  );
}

function unmarked(node: TextNode, markAt: number): TextNode {
  const at = node.value.indexOf(mark);
  const back = (offset: number): number => (offset > markAt ? offset - 1 : offset);
  return {
    ...node,
    start: back(node.start),
    end: back(node.end),
    value: node.value.replace(mark, ""),
    range({ start, end }) {
      const part = { start: start >= at ? start + 1 : start, end: end > at ? end + 1 : end };
      if (start >= at && start === end) part.end = part.start;
      const range = node.range(part);
      return { start: back(range.start), end: back(range.end) };
    },
  };
}

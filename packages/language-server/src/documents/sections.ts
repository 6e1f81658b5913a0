import type { Span } from "@traffic-policy/policy-language";

/** A list of the document's root object, with its items, none of which is parsed. */
export interface Section {
  readonly key: Span;
  readonly list: Span;
  readonly items: readonly Span[];
}

/** The lists of a JSON object; nothing for a text that is not simply such an object, or is broken. */
export function jsonSections(text: string): readonly Section[] | undefined {
  const sections: Section[] = [];
  let at = afterSpace(text, text.startsWith("\ufeff") ? 1 : 0);
  if (text[at] !== "{") return undefined;
  at = afterSpace(text, at + 1);
  while (text[at] === '"') {
    const key = { start: at, end: afterString(text, at) };
    if (!/^"[^"\\]*"$/.test(text.slice(key.start, key.end))) return undefined;
    at = afterSpace(text, key.end);
    if (text[at] !== ":") return undefined;
    const start = afterSpace(text, at + 1);
    if (text[start] !== "[") return undefined;
    const items: Span[] = [];
    at = afterSpace(text, start + 1);
    while (text[at] !== "]") {
      const end = text[at] === "{" ? afterBrackets(text, at) : undefined;
      if (end === undefined) return undefined;
      items.push({ start: at, end });
      at = afterSpace(text, end);
      if (text[at] === ",") at = afterSpace(text, at + 1);
      else if (text[at] !== "]") return undefined;
    }
    sections.push({ key, list: { start, end: at + 1 }, items });
    at = afterSpace(text, at + 1);
    if (text[at] === ",") at = afterSpace(text, at + 1);
    else break;
  }
  const isWhole = text[at] === "}" && afterSpace(text, at + 1) === text.length;
  return isWhole && sections.length > 0 ? sections : undefined;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at += 1;
  }
}

/** The offset after a string; one that is not closed ends with its line. */
function afterString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at + 1;
    else if (code === 10 || code === 13) return at;
  }
  return text.length;
}

/** The offset after the bracket that closes the one at an offset; nothing when they do not match. */
function afterBrackets(text: string, from: number): number | undefined {
  const open: number[] = [];
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = afterString(text, at) - 1;
    else if (code === 123 || code === 91) open.push(code);
    else if (code === 125 || code === 93) {
      // Both brackets that close are two after those that open.
      if (open.pop() !== code - 2) return undefined;
      if (open.length === 0) return at + 1;
    }
  }
  return undefined;
}

/**
 * The lists of a YAML mapping in block style, each item with all of its lines; nothing for a text that is not
 * simply such a mapping. No line of an item begins left of its text, whatever stands in it.
 */
export function yamlSections(text: string): readonly Section[] | undefined {
  if (/^(?:---|\.\.\.|%)|\t- |^\s*- *$/m.test(text)) return undefined;
  // An alias may stand for something in another rule.
  if (/(?:^|[\s[{,])\*[^\s[\]{},]/m.test(text)) return undefined;
  const sections: {
    key: Span;
    list: { start: number; end: number };
    items: { start: number; end: number }[];
  }[] = [];
  let indentation: number | undefined;
  let inside = 0;
  // The line breaks at the end of a block are in its text.
  const until = (end: number): void => {
    const section = sections.at(-1);
    const item = section?.items.at(-1);
    if (section === undefined || item === undefined) return;
    item.end = end;
    section.list.end = end;
  };
  for (const { 0: line, index: start } of text.matchAll(/[^\n]+/g)) {
    const content = line.search(/[^ \r]/);
    const section = sections.at(-1);
    const item = section?.items.at(-1);
    if (content < 0 || line[content] === "#") continue;
    const isItem = line[content] === "-" && line[content + 1] === " ";
    if (isItem && section !== undefined && (indentation === undefined || content === indentation)) {
      indentation = content;
      inside = content + 1 + line.slice(content + 1).search(/[^ \r]|$/);
      until(start);
      section.items.push({ start, end: start });
      if (section.items.length === 1) section.list.start = start + content;
    } else if (content <= (indentation ?? 0) || item === undefined) {
      const [, key] = /^([\w-]+): *\r?$/.exec(line) ?? [];
      if (key === undefined) return undefined;
      indentation = undefined;
      until(start);
      const place = start + key.length + 1;
      sections.push({
        key: { start, end: start + key.length },
        list: { start: place, end: place },
        items: [],
      });
    } else if (content < inside) {
      // Right of the dash and left of what is in the item: one of another list, for the parser to judge.
      return undefined;
    }
  }
  until(text.length);
  return sections.length > 0 && sections.every(({ items }) => items.length > 0)
    ? sections
    : undefined;
}

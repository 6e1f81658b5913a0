import type { Span } from "../../text/positions.ts";
import type { Section } from "../tree/by-rule.ts";

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
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    // With each key that is pressed, all lines are looked at: of most, nothing is made.
    let first = start;
    while (first < end && (text[first] === " " || text[first] === "\r")) first += 1;
    if (first === end || text[first] === "#") continue;
    const content = first - start;
    const section = sections.at(-1);
    const item = section?.items.at(-1);
    const isItem = text[first] === "-" && text[first + 1] === " ";
    if (isItem && section !== undefined && (indentation === undefined || content === indentation)) {
      indentation = content;
      inside = content + 1 + text.slice(first + 1, end).search(/[^ \r]|$/);
      until(start);
      section.items.push({ start, end: start });
      if (section.items.length === 1) section.list.start = start + content;
    } else if (content <= (indentation ?? 0) || item === undefined) {
      const [, key] = /^([\w-]+): *\r?$/.exec(text.slice(start, end)) ?? [];
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

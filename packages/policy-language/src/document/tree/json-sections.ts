import type { Span } from "../../text/positions.ts";
import type { Section } from "./by-rule.ts";

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

/** Returns the offset after a string; an unclosed string ends with its line. */
function afterString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at + 1;
    else if (code === 10 || code === 13) return at;
  }
  return text.length;
}

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

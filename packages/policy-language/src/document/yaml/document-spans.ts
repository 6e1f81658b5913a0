import type { Span } from "../../text/positions.ts";
import { StopReading } from "../strict-value.ts";
import { composeAll } from "./compose.ts";

/** Returns the parts of a YAML text that are documents with a value, without parsing them where possible. */
export function yamlDocumentSpans(text: string): readonly Span[] {
  const whole = { start: 0, end: text.length };
  if (!/^---/m.test(text)) return [whole];
  // Directives belong to the document after them, and a document can end without another one.
  if (/^(?:%|\.\.\.(?:\s|$))/m.test(text)) return composedSpans(text);
  const starts = [0, ...[...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index)];
  const spans = starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
  const filled = spans.filter(({ start, end }) => hasValue(text.slice(start, end)));
  return filled.length < 2 ? [whole] : filled;
}

function hasValue(text: string): boolean {
  return /^(?!---(?:\s|$))[ \t\ufeff]*[^\s#\ufeff]|^---[ \t]+[^\s#]/m.test(text);
}

function composedSpans(text: string): Span[] {
  try {
    return composeAll(text).map(({ range: [start, , end] }) => ({ start, end }));
  } catch (error) {
    if (error instanceof StopReading) return [];
    throw error;
  }
}

import type { Span } from "../span.ts";
import { helpForForeign } from "./parse-error.ts";

interface Place {
  /** Whether an operand has just ended, so that an operator could follow. */
  readonly afterOperand: boolean;
  readonly token: Span;
  readonly previous: Span;
}

/** The part at a token, or up to its end, that is a habit from another language: `===`, `and`. */
export function foreignAt(text: string, place: Place): Span | undefined {
  return operatorAt(text, place) ?? (place.afterOperand ? wordAt(text, place) : undefined);
}

const notIn = /(?:not\s+|!)in\b/iy;
const operatorRun = /[=<>!&|~?+*^-]+/y;

function operatorAt(text: string, { token, previous }: Place): Span | undefined {
  const { start } = token;
  // Two tokens of CEL that are one in the other language: `===`, `<>`.
  const joined = previous.end === start ? text.slice(previous.start, token.end) : "";
  if (/\W/.test(joined) && isForeign(joined)) return { start: previous.start, end: token.end };
  if (text.startsWith("${", start)) return { start, end: start + 2 };
  operatorRun.lastIndex = start;
  const run = operatorRun.exec(text)?.[0] ?? "";
  if (run.length > 1 && isForeign(run)) return { start, end: start + run.length };
  const part = text.slice(start, token.end);
  return /\W/.test(part) && isForeign(part) ? { start, end: token.end } : undefined;
}

const prefixes: ReadonlySet<string> = new Set(["not", "new", "typeof", "rb"]);

function wordAt(text: string, { token, previous }: Place): Span | undefined {
  const { start, end } = token;
  notIn.lastIndex = start;
  if (notIn.test(text)) return { start, end: notIn.lastIndex };
  if (isForeign(text.slice(start, end))) return { start, end };
  const before = text.slice(previous.start, previous.end).toLowerCase();
  return prefixes.has(before) ? previous : undefined;
}

function isForeign(part: string): boolean {
  return Object.hasOwn(helpForForeign, part.toLowerCase());
}

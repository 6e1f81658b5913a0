import type { Span } from "../text/positions.ts";
import type { Token, TokenKind } from "./lexer.ts";
import { helpForForeign, type ParseError, type ParseErrorCode } from "./parse-error.ts";

/** The token that the parser expected: an operand, a field's name, a colon, or an operator or the end. */
export type Wanted = "operand" | "operator" | "field" | "colon";

export interface Situation {
  readonly text: string;
  readonly wanted: Wanted;
  readonly token: Token;
  readonly previous: Token;
  readonly open: number | undefined;
  readonly question: Span | undefined;
}

/** Guesses what was meant where the parser cannot go on, and returns the most helpful error. */
export function explainUnexpected(situation: Situation): ParseError {
  for (const explain of explanations) {
    const error = explain(situation);
    if (error !== undefined) return error;
  }
  return at(situation, "unexpected-token", situation.token);
}

const explanations: readonly ((situation: Situation) => ParseError | undefined)[] = [
  unfinishedNumber,
  address,
  optionalSyntax,
  quoteInString,
  foreignSyntax,
  unfinishedConditional,
  endOfText,
  trailingComma,
  strayBracket,
  wordOfTheGrammar,
  missingOperator,
];

function at({ text }: Situation, code: ParseErrorCode, { start, end }: Span): ParseError {
  return { code, span: { start, end }, detail: text.slice(start, end) };
}

// `1.`, `10s`, `1e`, `0xg`
function unfinishedNumber(situation: Situation): ParseError | undefined {
  const { text, wanted, token, previous } = situation;
  if (wanted === "field" && previous.kind === ".") {
    const digits = /(?<![\w.])\d+\.$/.exec(text.slice(0, previous.end));
    if (digits === null) return undefined;
    return at(situation, "invalid-number", { start: digits.index, end: previous.end });
  }
  const joined =
    previous.kind === "number" && token.kind === "name" && previous.end === token.start;
  if (!joined) return undefined;
  return at(situation, "invalid-number", { start: previous.start, end: token.end });
}

function address(situation: Situation): ParseError | undefined {
  const span = bareAddressAt(situation.text, situation.token.start);
  return span && at(situation, "bare-address", span);
}

// `a.?b`, `a[?b]`, `[?a]`, `{?a: b}` and back-quoted fields
function optionalSyntax(situation: Situation): ParseError | undefined {
  const { text, wanted, token, previous } = situation;
  const isOptional = token.kind === "?" && (wanted === "field" || opensItem.has(previous.kind));
  if (isOptional) return at(situation, "unsupported-syntax", token);
  if (wanted !== "field" || text[token.start] !== "`") return undefined;
  const close = text.indexOf("`", token.end);
  if (close < 0) return undefined;
  return at(situation, "unsupported-syntax", { start: token.start, end: close + 1 });
}

// `'it's'`
function quoteInString(situation: Situation): ParseError | undefined {
  const { wanted, token, previous } = situation;
  if (previous.kind !== "string" || previous.end !== token.start) return undefined;
  if (wanted !== "operator" || !operands.has(token.kind)) return undefined;
  return at(situation, "quote-in-string", { start: previous.end - 1, end: previous.end });
}

function foreignSyntax(situation: Situation): ParseError | undefined {
  const { text, wanted, token, previous } = situation;
  const afterOperand = wanted === "operator" || wanted === "colon";
  const span = foreignAt(text, { afterOperand, token, previous });
  return span && at(situation, "foreign-syntax", span);
}

// `a ? b`
function unfinishedConditional(situation: Situation): ParseError | undefined {
  const { text, wanted, token, question } = situation;
  if (wanted !== "colon" || question === undefined) return undefined;
  if (text[question.end] === ".") {
    return at(situation, "foreign-syntax", { start: question.start, end: question.end + 1 });
  }
  const isOver = token.kind === "end" || token.kind === "," || closing.has(token.kind);
  return isOver ? at(situation, "missing-colon", question) : undefined;
}

function endOfText(situation: Situation): ParseError | undefined {
  const { wanted, token, previous, open } = situation;
  if (token.kind !== "end") return undefined;
  const inBracket = wanted !== "operand" || opening.has(previous.kind) || previous.kind === ",";
  if (open === undefined || !inBracket || previous.kind === ".") {
    return at(situation, "unexpected-end", previous);
  }
  return at(situation, "unclosed-bracket", { start: open, end: open + 1 });
}

// `f(a,)`
function trailingComma(situation: Situation): ParseError | undefined {
  const { token, previous } = situation;
  const isTrailing = previous.kind === "," && closing.has(token.kind);
  return isTrailing ? at(situation, "trailing-comma", previous) : undefined;
}

function strayBracket(situation: Situation): ParseError | undefined {
  const { wanted, token } = situation;
  if (wanted !== "operator" || !closing.has(token.kind)) return undefined;
  return at(situation, "stray-bracket", token);
}

// `a.true`: a word of the grammar where a field is wanted
function wordOfTheGrammar(situation: Situation): ParseError | undefined {
  const { wanted, token } = situation;
  if (wanted !== "field" || !words.has(token.kind)) return undefined;
  return at(situation, "reserved-word", token);
}

function missingOperator(situation: Situation): ParseError | undefined {
  const { wanted, token } = situation;
  if (wanted === "colon" && situation.question === undefined) {
    return at(situation, "missing-colon", token);
  }
  if (wanted === "operand" || wanted === "field" || !operands.has(token.kind)) return undefined;
  return at(situation, "missing-operator", token);
}

const words: ReadonlySet<TokenKind> = new Set(["in", "true", "false", "null"]);
const opensItem: ReadonlySet<TokenKind> = new Set(["[", "{", ","]);
const opening: ReadonlySet<TokenKind> = new Set(["(", "[", "{"]);
const closing: ReadonlySet<TokenKind> = new Set([")", "]", "}"]);
const operands: ReadonlySet<TokenKind> = new Set([
  "name",
  "number",
  "string",
  "true",
  "false",
  "null",
  "(",
  "[",
  "{",
  "!",
]);

interface Place {
  /** True when an operand has just ended, so that an operator could follow. */
  readonly afterOperand: boolean;
  readonly token: Span;
  readonly previous: Span;
}

function foreignAt(text: string, place: Place): Span | undefined {
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

const partOfAddress = /[0-9A-Fa-f.:/*]/;

function bareAddressAt(text: string, offset: number): Span | undefined {
  let start = offset;
  let end = offset;
  while (start > 0 && partOfAddress.test(text.charAt(start - 1))) start--;
  while (end < text.length && partOfAddress.test(text.charAt(end))) end++;
  if (/[\w'"]/.test(text.charAt(start - 1))) return undefined;
  return looksLikeAddress(text.slice(start, end)) ? { start, end } : undefined;
}

// Only as exact as it takes to tell an address from anything else that stands without quotes.
function looksLikeAddress(run: string): boolean {
  if (/^\d{1,3}(?:\.(?:\d{1,3}|\*)){3}(?:\/\d{1,2})?$/.test(run)) return true;
  return (
    /^[0-9A-Fa-f:.]+(?:\/\d{1,3})?$/.test(run) &&
    (/[0-9A-Fa-f]::|::[0-9A-Fa-f]/.test(run) || run.split(":").length === 8)
  );
}

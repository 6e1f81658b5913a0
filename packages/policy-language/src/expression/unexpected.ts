import type { Span } from "../span.ts";
import { bareAddressAt } from "./bare-address.ts";
import { foreignAt } from "./foreign.ts";
import type { Token, TokenKind } from "./lexer.ts";
import type { ParseError, ParseErrorCode } from "./parse-error.ts";

/** What the parser asked for: an operand, a field's name, a colon, or an operator or the end. */
export type Wanted = "operand" | "operator" | "field" | "colon";

/** Where the parser stands when it cannot go on. */
export interface Situation {
  readonly text: string;
  readonly wanted: Wanted;
  readonly token: Token;
  readonly previous: Token;
  /** The offset of the innermost open bracket. */
  readonly open: number | undefined;
  /** The `?` whose colon is wanted. */
  readonly question: Span | undefined;
}

/** Finds out what was probably meant where the parser cannot go on: the error that helps most. */
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

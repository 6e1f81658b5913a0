import type { Span } from "../span.ts";

/** What is wrong with the text of an expression; `span` is the offending part of it. */
export interface SyntaxError {
  readonly code: SyntaxErrorCode;
  readonly span: Span;
  /** The offending part itself, or the bound that was exceeded. */
  readonly detail: string;
}

export type SyntaxErrorCode =
  | "empty"
  | "unclosed-string"
  | "newline-in-string"
  | "invalid-escape"
  | "invalid-number"
  | "unexpected-end"
  | "unexpected-token"
  | "reserved-word"
  | "invalid-macro"
  | "too-long"
  | "too-deep";

interface Sentence {
  readonly message: string;
  readonly help: string;
}

/** Puts a syntax error into words: what is wrong, and what to do. */
export function describeSyntaxError({ code, detail }: SyntaxError): Sentence {
  return sentences[code](detail);
}

const sentences: Record<SyntaxErrorCode, (detail: string) => Sentence> = {
  empty: () => ({
    message: "The expression is empty.",
    help: "Write a condition, or remove the expression: a rule without expressions always matches.",
  }),
  "unclosed-string": (detail) => ({
    message: `The string that starts with ${shorten(detail)} is not closed.`,
    help: `Add the closing ${detail.startsWith('"') ? '"' : "'"}; inside the string the same quote is written with a backslash before it.`,
  }),
  "newline-in-string": () => ({
    message: "A string goes over the end of its line.",
    help: "Write the line break as \\n, or use three quotes on each side.",
  }),
  "invalid-escape": (detail) => ({
    message: `${shorten(detail)} is not an escape that CEL knows.`,
    help: "Write a backslash as \\\\; in a JSON file each of them is doubled once more.",
  }),
  "invalid-number": (detail) => ({
    message: `${shorten(detail)} is not a number that CEL can hold.`,
    help: "Whole numbers have 64 bits; an address like 192.0.2.1 is a string and needs quotes.",
  }),
  "unexpected-end": () => ({
    message: "The expression ends too early.",
    help: "Something is missing at the end: an operand, or a closing bracket.",
  }),
  "unexpected-token": (detail) => ({
    message: `${shorten(detail)} cannot stand here.`,
    help: "Check the operator or bracket before it; text must be in quotes.",
  }),
  "reserved-word": (detail) => ({
    message: `${shorten(detail)} is a reserved word of CEL and cannot be a name.`,
    help: "If it is meant as text, put it in quotes.",
  }),
  "invalid-macro": (detail) => ({
    message: `A macro is used wrongly: ${detail}.`,
    help: "Write has(a.b), or list.exists(name, condition) with a plain name.",
  }),
  "too-long": (detail) => ({
    message: `The expression is longer than ${detail} characters.`,
    help: "Split it into several expressions of the rule; all of them must be true.",
  }),
  "too-deep": (detail) => ({
    message: `The expression is nested or chained deeper than ${detail} levels.`,
    help: "Split it into several expressions of the rule, or use `in` with a list.",
  }),
};

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

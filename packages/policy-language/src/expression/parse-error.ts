import { onOneLine, shortened } from "../text/shown.ts";
import type { Span } from "../text/positions.ts";

/** A syntax error in an expression; `span` is the offending part. */
export interface ParseError {
  readonly code: ParseErrorCode;
  readonly span: Span;
  /** The offending part itself, the bound that was exceeded, or the macro's name. */
  readonly detail: string;
}

export type ParseErrorCode =
  | "empty"
  | "too-long"
  | "too-deep"
  | "too-many-operands"
  | "not-unicode"
  | "unclosed-string"
  | "newline-in-string"
  | "quote-in-string"
  | "invalid-escape"
  | "invalid-number"
  | "bare-address"
  | "unexpected-end"
  | "unexpected-token"
  | "unclosed-bracket"
  | "stray-bracket"
  | "missing-operator"
  | "missing-colon"
  | "trailing-comma"
  | "reserved-word"
  | "foreign-syntax"
  | "unsupported-syntax"
  | "invalid-macro"
  | "empty-interpolation"
  | "unclosed-interpolation";

interface Sentence {
  readonly message: string;
  readonly help: string;
}

/** Puts a syntax error into words: what is wrong, and what to do. */
export function describeParseError({ code, detail }: ParseError): Sentence {
  return sentences[code](detail);
}

const sentences: Record<ParseErrorCode, (detail: string) => Sentence> = {
  empty: () => ({
    message: "The expression is empty.",
    help: "Write a condition, or remove the expression: a rule without expressions always matches.",
  }),
  "too-long": (detail) => ({
    message: `The expression is longer than ${detail} characters.`,
    help: "Split it into several expressions of the rule; all of them must be true.",
  }),
  "too-deep": (detail) => ({
    message: `The expression is nested or chained deeper than ${detail} levels.`,
    help: "Split it into several expressions of the rule, or use `in` with a list.",
  }),
  "too-many-operands": (detail) => ({
    message: `A chain of && or || has more than ${detail} operands.`,
    help: "Use `in` with a list, or split it into several expressions or rules.",
  }),
  "not-unicode": () => ({
    message: "The expression contains half of a surrogate pair, which is not a character.",
    help: "Remove it, or write the whole character.",
  }),
  "unclosed-string": (detail) => ({
    message: `The string that starts with ${quoted(detail)} is not closed.`,
    help: `Add the closing ${closingQuote(detail)}; inside the string the same quote is written with a backslash before it.`,
  }),
  "newline-in-string": () => ({
    message: "A string does not end on its line.",
    help: "Close it on its line; write a line break as \\n, or use three quotes on each side.",
  }),
  "quote-in-string": (detail) => ({
    message: `The string ends at this ${detail}, but text follows.`,
    help: `Write \\${detail} inside the string, or put the string in ${detail === "'" ? '"' : "'"}; two strings need an operator between them.`,
  }),
  "invalid-escape": (detail) => ({
    message: `${quoted(detail)} is not an escape that CEL supports here.`,
    help: "Write a backslash as \\\\; in a JSON file each of them is doubled once more.",
  }),
  "invalid-number": (detail) => ({
    message: `${quoted(detail)} is not a number that CEL can hold.`,
    help: "Whole numbers have 64 bits; a fraction has digits on both sides of the point; a unit needs text such as '10s'.",
  }),
  "bare-address": (detail) => ({
    message: `The address ${quoted(detail)} has no quotes.`,
    help: `Write '${quoted(detail)}': addresses and CIDR ranges are strings.`,
  }),
  "unexpected-end": (detail) => ({
    message: `The expression ends too early, after ${quoted(detail)}.`,
    help: "Write what is missing at the end, or remove the last part.",
  }),
  "unexpected-token": (detail) =>
    isUnseen(detail)
      ? {
          message: `An invisible character, ${codePoint(detail)}, is not allowed here.`,
          help: "Remove it, or write a space; in text it can be an escape.",
        }
      : {
          message: `${quoted(detail)} is not allowed here.`,
          help: helpFor(
            helpForToken,
            detail,
            "Check the operator or bracket before it; text must be in quotes.",
          ),
        },
  "unclosed-bracket": (detail) => ({
    message: `The bracket ${detail} is not closed.`,
    help: `Add the closing ${closingBracket[detail] ?? "bracket"}.`,
  }),
  "stray-bracket": (detail) => ({
    message: `${detail} does not close a bracket that is open here.`,
    help: "Remove it, or write the bracket that opens it.",
  }),
  "missing-operator": (detail) => ({
    message: `An operator is missing before ${quoted(detail)}.`,
    help: "Combine conditions with && or ||; text must be in quotes.",
  }),
  "missing-colon": (detail) =>
    detail === "?"
      ? {
          message: "This ? has no matching :.",
          help: "Write condition ? value : other.",
        }
      : {
          message: `A colon is missing before ${quoted(detail)}.`,
          help: "An entry of a map is key: value; a list is in square brackets.",
        },
  "trailing-comma": () => ({
    message: "An argument is missing after this comma.",
    help: "Remove the comma, or write the argument.",
  }),
  "reserved-word": (detail) => ({
    message: `${quoted(detail)} is a reserved word of CEL and cannot be a name here.`,
    help: helpFor(
      helpForWord,
      detail,
      "Put it in quotes if it is text; read a key of a map as map['key'].",
    ),
  }),
  "foreign-syntax": (detail) => ({
    message: `${quoted(detail)} is not CEL.`,
    help: helpFor(helpForForeign, onOneLine(detail.toLowerCase()), "Write it as CEL does."),
  }),
  "unsupported-syntax": (detail) =>
    detail.startsWith("`")
      ? {
          message: "A field in back-quotes is not supported.",
          help: `Write it as a key: map['${quoted(detail.slice(1, -1))}'].`,
        }
      : detail === "?"
        ? {
            message: "Optional fields and items (.?, [?) are not supported.",
            help: "Check first: has(a.b) && …, or 'key' in map && ….",
          }
        : {
            message: "Messages (Type{field: value}) do not exist in policies.",
            help: "Write a map: {'field': value}.",
          },
  "invalid-macro": (detail) =>
    detail === "has"
      ? {
          message: "has() accepts a field, such as has(a.b).",
          help: "Write a field with its dot; check for a key of a map with 'key' in map.",
        }
      : {
          message: `The first argument of ${detail}() must be a plain name for the item.`,
          help: `Write list.${detail}(item, …) and use the name in what follows.`,
        },
  "empty-interpolation": () => ({
    message: "The interpolation is empty.",
    help: "Write an expression between ${ and }, or remove them.",
  }),
  "unclosed-interpolation": () => ({
    message: "The interpolation that starts here is not closed.",
    help: "Add } after the expression.",
  }),
};

const helpForToken: Readonly<Record<string, string>> = {
  ",": "A comma separates the items of a list in square brackets, or arguments.",
  ":": "A colon belongs in condition ? value : other, or between a key and its value.",
  "?": "Put a condition ? value : other inside another one in parentheses.",
  "-": "Operators cannot be mixed like this: put the part with the minus in parentheses.",
  "!": "Operators cannot be mixed like this: put the part with the ! in parentheses.",
  "@": "Text must be in quotes.",
  "\\": "A backslash is only allowed inside a string.",
  "'": "Check the quotes before it.",
};

const helpForWord: Readonly<Record<string, string>> = {
  var: "An expression cannot define variables; write the value where it is used.",
  let: "An expression cannot define variables; write the value where it is used.",
  const: "An expression cannot define variables; write the value where it is used.",
  if: "Write condition ? value : other.",
  else: "Write condition ? value : other.",
  return: "An expression is its value; remove the word.",
  function: "Functions cannot be defined; a macro accepts a name: list.exists(item, item != '').",
  for: "Write list.all(item, condition), list.exists(item, condition) or list.filter(item, condition).",
  while: "CEL has no loops; write list.all(item, condition) or list.exists(item, condition).",
  in: "It is an operator: item in list, 'key' in map.",
};

const straightQuotes = "Write straight quotes: ' or \".";
const noArrow =
  "Write >= to compare; a macro accepts a name and a condition: list.exists(item, item != '').";

/** CEL's counterparts of syntax from other languages; words are in lower case. */
export const helpForForeign: Readonly<Record<string, string>> = {
  "===": "Write == to compare.",
  "!==": "Write != to compare.",
  "=": "Write == to compare; an expression assigns nothing.",
  "=!": "Write != to compare.",
  "=<": "Write <= to compare.",
  "<>": "Write != to compare.",
  "<=>": "CEL compares with <, <=, >, >=, == and !=.",
  "=>": noArrow,
  "->": noArrow,
  "=~": "Write text.matches('regular expression').",
  "!~": "Write !text.matches('regular expression').",
  "&": "Write && for “and”; CEL has no operators on bits.",
  "|": "Write || for “or”; CEL has no operators on bits.",
  "^": "Write a != b for one of two conditions; a regular expression is a string.",
  "~": "Write !condition for “not”, text.matches('regular expression') to match.",
  "++": "Write + 1; an expression changes nothing.",
  "**": "CEL has no powers; write the product.",
  "??": "Write has(a.b) ? a.b : other.",
  "?.": "Write has(a.b) && …, or has(a.b) ? a.b : other.",
  "?:": "Write condition ? value : other.",
  ";": "An expression is one condition, not statements; remove the semicolon.",
  "${": "Write the expression alone; ${…} is for text in the config of an action.",
  "#": "Write text in quotes; a comment begins with //.",
  "`": "Remove it, or write text in ' or \".",
  "“": straightQuotes,
  "”": straightQuotes,
  "„": straightQuotes,
  "‘": straightQuotes,
  "’": straightQuotes,
  "«": straightQuotes,
  "»": straightQuotes,
  and: "Write && for “and”.",
  or: "Write || for “or”.",
  not: "Write !condition for “not”.",
  "not in": "Write !(item in list).",
  "!in": "Write !(item in list).",
  is: "Write == to compare.",
  eq: "Write == to compare.",
  equals: "Write == to compare.",
  ne: "Write != to compare.",
  lt: "Write < to compare.",
  le: "Write <= to compare.",
  gt: "Write > to compare.",
  ge: "Write >= to compare.",
  contains: "Write text.contains('part'), or 'item' in list.",
  matches: "Write text.matches('regular expression').",
  startswith: "Write text.startsWith('prefix').",
  endswith: "Write text.endsWith('suffix').",
  like: "Write text.contains('part') or text.matches('regular expression').",
  for: "CEL has no comprehensions; write list.filter(item, condition) or list.map(item, value).",
  if: "Write condition ? value : other.",
  else: "Write condition ? value : other.",
  new: "CEL cannot create objects; remove the word.",
  typeof: "Write type(value).",
  rb: "Write br'…' for raw bytes.",
};

const closingBracket: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function helpFor(
  table: Readonly<Record<string, string>>,
  detail: string,
  otherwise: string,
): string {
  return Object.hasOwn(table, detail) ? (table[detail] ?? otherwise) : otherwise;
}

function isUnseen(text: string): boolean {
  return /^[\p{C}\p{Z}]+$/u.test(text);
}

function codePoint(text: string): string {
  const digits = (text.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, "0")}`;
}

function closingQuote(detail: string): string {
  return /["']/.exec(detail)?.[0] ?? "quote";
}

function quoted(text: string): string {
  return shortened(onOneLine(text));
}

/** Carries a {@link ParseError} out of the parser; `parseExpression` catches it. */
export class ParseFailure extends Error {
  readonly error: ParseError;

  constructor(error: ParseError) {
    super(error.code);
    this.error = error;
  }
}

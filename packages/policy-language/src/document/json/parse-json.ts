import { printParseErrorCode, visit, type ParseErrorCode } from "jsonc-parser";
import type { Span } from "../../span.ts";
import { DocumentPositions, type LocateInString } from "../document-positions.ts";
import { exactNumber } from "../exact-number.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { StopReading, TreeBuilder } from "../tree-builder.ts";
import { findStringFault, locateInJsonString } from "./json-string.ts";
import { plainJson } from "./plain-json.ts";
import { PlainPlace } from "./plain-place.ts";
import { afterSpace } from "./scan.ts";

/**
 * Parses JSON exactly: duplicate keys are errors, a number that a double cannot hold keeps its
 * digits, `__proto__` is a key like any other, and every value has its place in the text.
 * A byte order mark at the start is passed over. After the first syntax error, or deeper than 500
 * levels, nothing more is read, and there is no value. Never throws.
 */
export function parseJson(text: string): ParsedDocument {
  const value = plainJson(text);
  if (value === undefined) return parseWithPlaces(text);
  const root = new PlainPlace(text, afterSpace(text, 0));
  return { value, errors: [], positions: new DocumentPositions(root, locator(text)) };
}

/** The same without the short way, for what it is tested against. */
export function parseWithPlaces(text: string): ParsedDocument {
  const { root, errors } = read(text);
  return {
    value: root?.value,
    errors,
    positions: new DocumentPositions(root, locator(text)),
  };
}

function locator(text: string): LocateInString {
  return (string, part) => locateInJsonString(text, string, part);
}

function read(text: string): Pick<TreeBuilder, "root" | "errors"> {
  const tree = new TreeBuilder();
  try {
    readInto(tree, text);
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    return { root: undefined, errors: [...tree.errors, error.error] };
  }
  return tree;
}

function readInto(tree: TreeBuilder, text: string): void {
  visit(
    // A space in the place of the mark leaves all offsets as they are.
    text.replace(/^\ufeff/, " "),
    {
      onObjectBegin: (offset) => tree.beginObject(offset),
      onArrayBegin: (offset) => tree.beginList(offset),
      onObjectEnd: (offset, length) => void tree.end(offset + length),
      onArrayEnd: (offset, length) => void tree.end(offset + length),
      onObjectProperty: (name, start, length) => tree.key(name, { start, end: start + length }),
      onLiteralValue: (value: string | number | boolean | null, start, length) => {
        const end = start + length;
        const exact = typeof value === "number" ? exactNumber(text.slice(start, end)) : value;
        tree.place({ start, end, value: exact });
      },
      // What the parser believes after the first error is a guess.
      onError: (code, start, length) => {
        const { kind, span } = syntaxError(text, code, {
          start,
          // Of a comment that is not closed the parser tells one character too many.
          end: Math.min(text.length, start + length),
        });
        throw new StopReading({ code: "syntax", span, detail: kind, pointer: "" });
      },
    },
    { disallowComments: true },
  );
}

function syntaxError(
  text: string,
  code: ParseErrorCode,
  token: Span,
): { readonly kind: string; readonly span: Span } {
  const kind = printParseErrorCode(code);
  if (inStrings.has(kind)) return findStringFault(text, token) ?? { kind, span: token };
  const number = token.end > token.start ? numberAround(text, token) : undefined;
  if (number !== undefined && (kind === "InvalidSymbol" || number.start < token.start)) {
    return { kind: "InvalidNumberFormat", span: number };
  }
  return { kind, span: token };
}

const inStrings: ReadonlySet<string> = new Set([
  "InvalidCharacter",
  "InvalidEscapeCharacter",
  "InvalidUnicode",
]);

/** What was meant as one number, as in `01`, `+1`, `.5`, `1.` or `0x1F`: the parser sees two tokens. */
function numberAround(text: string, token: Span): Span | undefined {
  let { start } = token;
  while (start > token.start - 40 && isNumberCharacter(text[start - 1])) start -= 1;
  let { end } = token;
  while (end < token.start + 40 && isNumberCharacter(text[end])) end += 1;
  const written = text.slice(start, end);
  return /^(?:\d|[+\-.]+(?:\d|inf|nan))/i.test(written) ? { start, end } : undefined;
}

function isNumberCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\w+\-.]/.test(character);
}

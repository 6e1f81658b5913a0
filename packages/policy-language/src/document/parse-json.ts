import { printParseErrorCode, type ParseErrorCode } from "jsonc-parser";
import type { JsonValue } from "../json-value.ts";
import type { Span } from "../text/positions.ts";
import type { DocumentError } from "./document-error.ts";
import { textPolicySource, type ParsedDocument, type PolicySource } from "./policy-source.ts";
import { ObjectReader, tooDeep } from "./strict-value.ts";
import { readJson, unitLength, type JsonText } from "./tree/json-tree.ts";
import { plainJson, plainTree } from "./tree/plain-json.ts";
import { DocumentPositions } from "./tree/positions.ts";
import type { TreeNode } from "./tree/tree.ts";

/**
 * Parses JSON exactly: duplicate keys are errors, a number that a double cannot hold keeps its
 * digits, `__proto__` is a key like any other, and every value has its place in the text.
 * A byte order mark at the start is ignored. After the first syntax error, or deeper than 500
 * levels, nothing more is read, and there is no value. Never throws.
 */
export function parseJson(text: string): ParsedDocument {
  const value = plainJson(text);
  if (value === undefined) return parseWithPlaces(text);
  return { value, errors: [], positions: new DocumentPositions(plainTree(text)) };
}

/** Parses without the fast path; tests compare both. */
export function parseWithPlaces(text: string): ParsedDocument {
  // What the parser believes after the first error is a guess.
  const { root, error } = readJson(text, true);
  const errors: DocumentError[] = [];
  const value = root && strictValue(root, [], errors);
  if (error === undefined) return { value, errors, positions: new DocumentPositions(root) };
  errors.push(documentError(text, error));
  return { value: undefined, errors, positions: new DocumentPositions(undefined) };
}

function strictValue(
  node: TreeNode,
  path: readonly (string | number)[],
  errors: DocumentError[],
): JsonValue {
  if (node.kind === "list") {
    return node.items.map((item, index) => strictValue(item, [...path, index], errors));
  }
  if (node.kind !== "object") return node.value;
  const object = new ObjectReader();
  for (const { key, value } of node.members) {
    const { start, end } = key;
    const duplicate = object.key(key.value, { start, end }, path);
    if (duplicate !== undefined) errors.push(duplicate);
    if (value !== undefined)
      object.set(key.value, strictValue(value, [...path, key.value], errors));
  }
  return object.value;
}

function documentError(text: string, error: NonNullable<JsonText["error"]>): DocumentError {
  const { code, start, end } = error;
  if (code === "too-deep") return tooDeep({ start, end }).error;
  const { kind, span } = syntaxError(text, code, { start, end });
  return { code: "syntax", span, detail: kind, pointer: "" };
}

function syntaxError(
  text: string,
  code: ParseErrorCode,
  token: Span,
): { readonly kind: string; readonly span: Span } {
  const kind = printParseErrorCode(code);
  if (inStrings.has(kind)) return findStringFault(text, token) ?? { kind, span: token };
  if (kind === "ValueExpected" && text.trim() === "") return { kind: "EmptyDocument", span: token };
  if (kind === "ValueExpected") return { kind: kind + commaAround(text, token), span: token };
  const number = token.end > token.start ? numberAround(text, token) : undefined;
  if (number !== undefined && (kind === "InvalidSymbol" || number.start < token.start)) {
    return { kind: "InvalidNumberFormat", span: number };
  }
  return { kind, span: token };
}

/**
 * Tells on which side of the error a comma could be removed instead of adding what is missing; empty when there is
 * none.
 */
function commaAround(text: string, { start }: Span): string {
  if (text[start] === ",") return "BeforeComma";
  return /,\s*$/.test(text.slice(Math.max(0, start - 1000), start)) ? "AfterComma" : "";
}

const inStrings: ReadonlySet<string> = new Set([
  "InvalidCharacter",
  "InvalidEscapeCharacter",
  "InvalidUnicode",
]);

/**
 * Finds text that was meant as a single number, as in `01`, `+1`, `.5`, `1.` or `0x1F`, where the parser sees two
 * tokens.
 */
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

/** Reads a policy document from the text of a JSON file. Never throws; see `errors`. */
export function jsonPolicySource(file: string, text: string): PolicySource {
  return textPolicySource(file, text, parseJson(text));
}

function findStringFault(
  text: string,
  { start, end }: Span,
): { readonly kind: string; readonly span: Span } | undefined {
  for (let offset = start + 1; offset < end; offset += unitLength(text, offset)) {
    if (text.charCodeAt(offset) < 0x20) return fault("InvalidCharacter", offset, 1);
    if (text[offset] !== "\\") continue;
    if (text[offset + 1] === "u") {
      const digits = /^[\da-fA-F]*/.exec(text.slice(offset + 2, offset + 6))?.[0] ?? "";
      if (digits.length < 4) return fault("InvalidUnicode", offset, 2 + digits.length);
    } else if (!/^["\\/bfnrt]$/.test(text[offset + 1] ?? "")) {
      return fault("InvalidEscapeCharacter", offset, Math.min(2, end - offset));
    }
  }
  return undefined;
}

function fault(kind: string, start: number, length: number): { kind: string; span: Span } {
  return { kind, span: { start, end: start + length } };
}

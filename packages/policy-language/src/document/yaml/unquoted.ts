import { parseExpression } from "../../expression/parse.ts";
import type { Expression } from "../../expression/tree.ts";
import type { Span } from "../../text/positions.ts";
import type { DocumentError } from "../document-error.ts";

/**
 * Replaces an error by what the author meant: an expression or text that YAML reads differently without quotes, or a
 * key outside its siblings' column.
 */
export function meantError(text: string, error: DocumentError): DocumentError {
  const { pointer, span } = error;
  const isOfOneValue =
    error.code === "syntax" ||
    error.code === "tag-unknown" ||
    error.code === "tag-mismatch" ||
    error.code === "alias-unknown" ||
    error.code === "key-not-text";
  if (!isOfOneValue) return error;
  const expression = unquotedExpression(text, span.start);
  if (expression !== undefined) return { ...expression, pointer };
  const indentation = error.code === "syntax" ? oddIndentation(text, error) : undefined;
  if (indentation !== undefined) return { ...indentation, pointer };
  return { ...(unquotedText(text, error) ?? error), pointer };
}

type Meant = Omit<DocumentError, "pointer">;

/** Finds the expression at an offset that YAML reads differently without quotes. */
export function unquotedExpression(text: string, offset: number): Meant | undefined {
  const value = valueAt(text, offset);
  if (value === undefined) return undefined;
  for (const end of endsOf(text, value)) {
    const written = text.slice(value.start, end);
    const parsed = parseExpression(written);
    if (!parsed.ok) continue;
    const parts = partsToQuote(parsed.tree, written).map((part) => moved(part, value.start));
    return unquoted(text, parts, parts.length > 0 && parts[0]?.end !== end);
  }
  return undefined;
}

/**
 * Finds a bracketed list that has other items when read as expressions: a comma inside parentheses does not separate
 * items.
 */
export function unquotedItems(text: string, list: Span, count: number): Meant | undefined {
  const written = text.slice(list.start, list.end);
  if (!written.includes("(")) return undefined;
  const parsed = parseExpression(written);
  if (!parsed.ok || parsed.tree.kind !== "list" || parsed.tree.elements.length === count)
    return undefined;
  const parts = partsToQuote(parsed.tree, written).map((part) => moved(part, list.start));
  return unquoted(text, parts, true);
}

function unquoted(text: string, parts: readonly Span[], isInFlow: boolean): Meant | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const detail = misread(text.slice(first.start, first.end), isInFlow);
  if (detail === undefined) return undefined;
  const edits = parts.map((span) => ({ span, text: inQuotes(text.slice(span.start, span.end)) }));
  return { code: "expression-unquoted", span: first, detail, correction: { edits, safe: true } };
}

function misread(written: string, isInFlow: boolean): string | undefined {
  const first = /^(?:!(?!!)|["'[{])/.exec(written)?.[0];
  if (first !== undefined) return first;
  if (isInFlow && /[[\]{},]/.test(written)) return ",";
  if (/:(?:\s|$)/.test(written)) return ":";
  return /\s#/.test(written) ? "#" : undefined;
}

function inQuotes(written: string): string {
  return `'${written.replaceAll("'", "''")}'`;
}

/**
 * Returns the parts that need quotes: a whole expression, or those items of a list and values of an object that are
 * expressions.
 */
function partsToQuote(tree: Expression, written: string, isInFlow = false): Span[] {
  const { span } = tree;
  if (tree.kind === "list") {
    return tree.elements.flatMap((item) => partsToQuote(item, written, true));
  }
  if (tree.kind === "map") {
    return tree.entries.flatMap(({ value }) => partsToQuote(value, written, true));
  }
  if (span === undefined || tree.kind === "literal" || tree.kind === "identifier") return [];
  if (!isInFlow) return [{ start: 0, end: written.length }];
  return misread(written.slice(span.start, span.end), true) === undefined ? [] : [span];
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

// The marks before a value: dashes of lists, and a key.
const marks = /^( *(?:- +)*)(?:(?:[\w$.-]+|"[^"\n]*"|'[^'\n]*') *:(?: +|$))?/;

/** The maximum number of lines that a value is expected to have. */
const mostLines = 100;

function valueAt(text: string, offset: number): Span | undefined {
  let start = lineStart(text, offset);
  let found = marks.exec(lineAt(text, start));
  for (let count = 0; found === null || found[0].trim() === ""; count++) {
    if (start === 0 || count === mostLines) return undefined;
    start = lineStart(text, start - 1);
    found = marks.exec(lineAt(text, start));
  }
  const [all, dashes = ""] = found;
  const column = all.length > dashes.length ? dashes.length : dashes.lastIndexOf("-");
  let end = start + lineAt(text, start).length;
  for (let next = end + 1; next < text.length; next = end + 1) {
    const line = lineAt(text, next);
    if (line.trim() === "" || line.search(/\S/) <= column || marks.exec(line)?.[0].trim() !== "")
      break;
    end = next + line.length;
  }
  const written = text.slice(start + all.length, end);
  const first = start + all.length + written.search(/\S|$/);
  return /^[|>]/.test(text.slice(first)) || first >= end
    ? undefined
    : { start: first, end: start + all.length + written.trimEnd().length };
}

/** Returns where a value may end: a `#` after a space begins a comment, or is in a string of an expression. */
function endsOf(text: string, { start, end }: Span): number[] {
  const comments = [...text.slice(start, end).matchAll(/\s+#/g)].map(({ index }) => start + index);
  return [end, ...comments.toReversed()];
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
}

function unquotedText(text: string, { code, detail, span }: DocumentError): Meant | undefined {
  const isText =
    (code === "syntax" && (detail === "PlainStart" || detail === "KeyTwoColons")) ||
    (code === "alias-unknown" && !/^[\w-]+$/.test(detail));
  const value = isText ? valueAt(text, span.start) : undefined;
  if (value === undefined) return undefined;
  const written = text.slice(value.start, value.end).replace(/\s+#.*$/s, "");
  if (/[\n]|^[[{"'&!]/.test(written)) return undefined;
  const own = { start: value.start, end: value.start + written.length };
  const isOfColon = detail === "KeyTwoColons";
  return {
    code: "text-unquoted",
    span: own,
    detail: isOfColon ? ":" : written.charAt(0),
    correction: { edits: [{ span: own, text: inQuotes(written) }], safe: !isOfColon },
  };
}

const keyLine = /^( *(?:- +)*)([\w$.-]+|"[^"\n]*"|'[^'\n]*') *:(?: |$)/;

/** The largest offset from the expected column that counts as a mistake; beyond it, another level is meant. */
const mostSpaces = 3;

function oddIndentation(text: string, { detail, span }: DocumentError): Meant | undefined {
  if (!["KeyTwoColons", "Indentation", "ItemDash", "KeyNotOneLine"].includes(detail)) {
    return undefined;
  }
  let start = lineStart(text, span.start);
  let found = keyLine.exec(lineAt(text, start));
  // A key that is further right is read as more of the text before it.
  if (detail === "KeyTwoColons" || detail === "KeyNotOneLine") {
    start += lineAt(text, start).length + 1;
    found = start < text.length ? keyLine.exec(lineAt(text, start)) : null;
  }
  const [, spaces = "", key = ""] = found ?? [];
  const [, column = "", sibling = ""] = keyBefore(text, start, spaces.length) ?? [];
  const by = spaces.length - column.length;
  if (key === "" || sibling === "" || by === 0 || Math.abs(by) > mostSpaces) return undefined;
  if (spaces.includes("-")) return undefined;
  const count = Math.abs(by) === 1 ? "1 space" : `${Math.abs(by)} spaces`;
  const at = start + spaces.length;
  return {
    code: "indentation",
    span: { start: at, end: at + key.length },
    detail: `${named(key)} is indented by ${count} ${by > 0 ? "more" : "less"} than ${named(sibling)}`,
  };
}

/** The nearest line with a key before one that is indented so far, behind what stands below that key. */
function keyBefore(text: string, start: number, indentation: number): RegExpExecArray | null {
  for (let at = start; at > 0;) {
    at = lineStart(text, at - 1);
    const line = lineAt(text, at);
    const found = keyLine.exec(line);
    if (found !== null || line.search(/[^ ]|$/) <= indentation) return found;
  }
  return null;
}

function named(key: string): string {
  return JSON.stringify(key.replace(/^["']|["']$/g, ""));
}

import type { Span } from "../text/positions.ts";
import { Lexer } from "./lexer.ts";
import { ParseFailure, type ParseError } from "./parse-error.ts";

/** A piece of a config string; the texts of all parts joined give the string. */
type InterpolationPart =
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  | {
      readonly kind: "interpolation";
      readonly text: string;
      readonly span: Span;
      readonly expression: string;
      readonly expressionSpan: Span;
    };

/** A config string, taken apart. */
export interface Interpolations {
  readonly parts: readonly InterpolationPart[];
  /** Interpolations that are empty or not closed; the latter ends the search. */
  readonly errors: readonly ParseError[];
}

/**
 * Finds every `${expression}` in a config string. Braces and quotes inside the expression count as
 * CEL reads them, so that `${{'a': '}'}['a']}` is one interpolation.
 *
 * The expressions themselves are not parsed. Where one has a string that is not closed, it is taken
 * to end at the next `}`, so that parsing it finds the string and the rest is still read.
 *
 * Unsure: no page of the service says how a literal `${` is written. Every `${` counts as a start.
 */
export function interpolations(text: string): Interpolations {
  const parts: InterpolationPart[] = [];
  const errors: ParseError[] = [];
  let from = 0;
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
    const close = closingBrace(text, start + 2);
    if (close === undefined) {
      errors.push(error("unclosed-interpolation", text, { start, end: start + 2 }));
      break;
    }
    if (start > from) parts.push(textPart(text, { start: from, end: start }));
    from = close + 1;
    const span = { start, end: from };
    const expressionSpan = { start: start + 2, end: close };
    const expression = text.slice(expressionSpan.start, expressionSpan.end);
    if (expression.trim() === "") errors.push(error("empty-interpolation", text, span));
    const whole = text.slice(start, from);
    parts.push({ kind: "interpolation", text: whole, span, expression, expressionSpan });
  }
  if (from < text.length) parts.push(textPart(text, { start: from, end: text.length }));
  return { parts, errors };
}

function closingBrace(text: string, from: number): number | undefined {
  const lexer = new Lexer(text, from);
  try {
    for (let open = 0; ;) {
      lexer.next();
      if (lexer.kind === "end") return undefined;
      if (lexer.kind === "{") open++;
      else if (lexer.kind === "}" && --open < 0) return lexer.start;
    }
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    const close = text.indexOf("}", from);
    return close < 0 ? undefined : close;
  }
}

function textPart(text: string, span: Span): InterpolationPart {
  return { kind: "text", text: text.slice(span.start, span.end), span };
}

function error(
  code: "empty-interpolation" | "unclosed-interpolation",
  text: string,
  span: Span,
): ParseError {
  return { code, span, detail: text.slice(span.start, span.end) };
}

/** A piece of a config string that is to be written: literal text, or the text of an expression. */
export type TextPart = { readonly text: string } | { readonly expression: string };

/**
 * Writes a config string: `${expression}` for each expression, and everything else as literal text.
 *
 * Unsure: no page of the service says how a literal `${` is written. So its dollar sign is written
 * as an expression that gives one, which needs no escape: `${'$'}{`. So are dollar signs right before
 * it or an interpolation, where a reader may take `$${` for an escape.
 */
export function printInterpolations(parts: readonly TextPart[]): string {
  let result = "";
  let literal = "";
  for (const part of parts) {
    if ("text" in part) {
      literal += part.text;
    } else {
      result += `${printLiteralText(literal, true)}\${${part.expression}}`;
      literal = "";
    }
  }
  return result + printLiteralText(literal, false);
}

function printLiteralText(text: string, beforeInterpolation: boolean): string {
  return text.replace(
    beforeInterpolation ? /(?<!\$)\$+(?=\{|$)/g : /(?<!\$)\$+(?=\{)/g,
    (dollars) => `\${'${dollars}'}`,
  );
}

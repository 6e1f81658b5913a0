import { describe, expect, test } from "vitest";
import { describeParseError, parseExpression } from "@traffic-policy/policy-language";
import type { ParseErrorCode } from "../../../packages/policy-language/src/expression/parse-error.ts";
import { rightExpressions, wrongExpressions } from "./expressions.ts";

const syntaxCodes = Object.keys({
  empty: 0,
  "too-deep": 0,
  "too-many-operands": 0,
  "not-unicode": 0,
  "unclosed-string": 0,
  "newline-in-string": 0,
  "quote-in-string": 0,
  "invalid-escape": 0,
  "invalid-number": 0,
  "bare-address": 0,
  "unexpected-end": 0,
  "unexpected-token": 0,
  "unclosed-bracket": 0,
  "stray-bracket": 0,
  "missing-operator": 0,
  "missing-colon": 0,
  "trailing-comma": 0,
  "reserved-word": 0,
  "foreign-syntax": 0,
  "unsupported-syntax": 0,
  "invalid-macro": 0,
} satisfies Record<Exclude<ParseErrorCode, "too-long" | `${string}-interpolation`>, 0>);

const misspelt = wrongExpressions.filter(({ code }) => syntaxCodes.includes(code));
const mistaken = wrongExpressions.filter(({ code }) => !syntaxCodes.includes(code));

describe("the collected expressions", () => {
  test("are many, and cover every kind of error of syntax", () => {
    expect(rightExpressions.length).toBeGreaterThanOrEqual(150);
    expect(wrongExpressions.length).toBeGreaterThanOrEqual(150);
    expect(new Set(misspelt.map(({ code }) => code))).toEqual(new Set(syntaxCodes));
    const marked = wrongExpressions.map((item) => JSON.stringify(item));
    expect(new Set(marked).size).toBe(marked.length);
  });

  test.each(rightExpressions)("$protocol $direction: $text is CEL", ({ text }) => {
    const result = parseExpression(text);
    expect(result.ok ? "" : describeParseError(result.error).message).toBe("");
  });

  test.each(misspelt)("%# $code: $marked", ({ code, marked }) => {
    const { text, span } = unmark(marked);
    const result = parseExpression(text);
    expect(result).toMatchObject({ ok: false, error: { code, span } });
    if (result.ok) return;
    const { message, help } = describeParseError(result.error);
    expect(message).toMatch(/^[^\n]{5,150}\.$/);
    expect(help).toMatch(/^[^\n]{5,150}\.$/);
  });

  test.each(mistaken)("%# $marked is CEL, and is left to the checker", ({ marked }) => {
    expect(parseExpression(unmark(marked).text)).toMatchObject({ ok: true });
  });
});

function unmark(marked: string): { text: string; span: { start: number; end: number } } {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  return { text: marked.replace("«", "").replace("»", ""), span: { start, end } };
}

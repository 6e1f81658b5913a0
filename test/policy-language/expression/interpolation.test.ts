import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describeParseError,
  interpolations,
  parseExpression,
  printExpression,
} from "@traffic-policy/policy-language";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";
import { arbitraryTree } from "./arbitrary-tree.ts";

function expressionsOf(text: string): string[] {
  const { parts } = interpolations(text);
  return parts.flatMap((part) => (part.kind === "interpolation" ? [part.expression] : []));
}

describe("interpolations", () => {
  test("takes a config string apart, with the place of every part", () => {
    expect(interpolations("from ${conn.client_ip}!")).toEqual({
      parts: [
        { kind: "text", text: "from ", span: { start: 0, end: 5 } },
        {
          kind: "interpolation",
          text: "${conn.client_ip}",
          span: { start: 5, end: 22 },
          expression: "conn.client_ip",
          expressionSpan: { start: 7, end: 21 },
        },
        { kind: "text", text: "!", span: { start: 22, end: 23 } },
      ],
      errors: [],
    });
  });

  test.each([
    ["", []],
    ["nothing", []],
    ["$ {a} $a } {", []],
    ["${a}${b}", ["a", "b"]],
    ["${ a }", [" a "]],
    ["$${a}", ["a"]],
    ["\\${a}", ["a"]],
    ["${'}'}", ["'}'"]],
    ['${"}"}', ['"}"']],
    ["${'\\'}'}", ["'\\'}'"]],
    ["${r'\\'}", ["r'\\'"]],
    ["${'''it's }'''}", ["'''it's }'''"]],
    ["${'${a}'}", ["'${a}'"]],
    ["${{'a': {'b': 1}}['a']['b']}", ["{'a': {'b': 1}}['a']['b']"]],
    ["${a // }\n} b", ["a // }\n"]],
    ["it's ${a} isn't ${b}", ["a", "b"]],
    ["${a's} and ${b}", ["a's", "b"]],
    ["${'a} and ${b}", ["'a", "b"]],
    ["${a}}", ["a"]],
  ])("finds the expressions of %j", (text, expressions) => {
    expect(expressionsOf(text)).toEqual(expressions);
    expect(interpolations(text).errors).toEqual([]);
  });

  test.each([
    ["a «${»b", "unclosed-interpolation"],
    ["«${»", "unclosed-interpolation"],
    ["${a} «${»{'b': 1} c", "unclosed-interpolation"],
    ["«${»'a", "unclosed-interpolation"],
    ["a«${}»b", "empty-interpolation"],
    ["${a}«${ \n }»", "empty-interpolation"],
  ])("tells what is wrong in %j: %s", (marked, code) => {
    const span = { start: marked.indexOf("«"), end: marked.indexOf("»") - 1 };
    const { errors } = interpolations(marked.replace(/[«»]/g, "").replace("»", ""));
    expect(errors).toMatchObject([{ code, span }]);
    for (const error of errors) {
      expect(describeParseError(error).message).toMatch(/^[^\n]{5,150}\.$/);
    }
  });

  test("any expression is found again between any texts", () => {
    const plain = anyText().filter((text) => !text.includes("${"));
    // A `$` at the end would make another start with the brace that follows in the next part.
    const texts = plain.map((text) => text.replace(/\$$/, ""));
    seeded(
      fc.property(texts, arbitraryTree, texts, arbitraryTree, (before, one, between, other) => {
        const [first, second] = [printExpression(one), printExpression(other)];
        const text = `${before}\${${first}}${between}\${${second}}`;
        expect(expressionsOf(text)).toEqual([first, second]);
        expect(interpolations(text).errors).toEqual([]);
      }),
    );
  });

  test("the parts of any text give the text, and lie one after the other", () => {
    const pieces = fc.array(
      fc.constantFrom("${", "}", "{", "'", '"', "'''", "r'", "\\", "//", "\n", "a", "$", " ", "é"),
      { maxLength: 40 },
    );
    seeded(
      fc.property(pieces, (list) => {
        const text = list.join("");
        const { parts, errors } = interpolations(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        let end = 0;
        for (const part of parts) {
          expect(part.span.start).toBe(end);
          expect(text.slice(part.span.start, part.span.end)).toBe(part.text);
          ({ end } = part.span);
          if (part.kind === "text") continue;
          const { start: from, end: to } = part.expressionSpan;
          expect(text.slice(from, to)).toBe(part.expression);
          parseExpression(part.expression);
        }
        for (const { span } of errors) expect(span.end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { celEnv, parse, plan } from "@bufbuild/cel";
import { plainPattern } from "../../../../packages/policy-lint/src/analysis/expression/plain-pattern.ts";
import { seeded } from "../../../seeded.ts";
import { lookIn } from "../../look-in.ts";

const letters = ["a", "b", ".", "$", "^", "\\", "\n", " ", "-", "/", "é", "😀", "'", '"'];
const patternPieces = [
  "a",
  "b",
  "é",
  "😀",
  " ",
  "-",
  "/",
  "\n",
  "'",
  '"',
  "\\.",
  "[.]",
  "\\$",
  "\\^",
  "\\\\",
  "\\/",
  "[a]",
  "[$]",
  "^",
  "$",
  "\\A",
  "\\z",
  ".",
  "*",
  "\\b",
  "\\d",
  "(a)",
  "(?i)",
  "|",
];

const texts = fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((all) => all.join(""));
const patterns = fc
  .array(fc.constantFrom(...patternPieces), { maxLength: 5 })
  .map((all) => all.join(""));

const matching = plan(celEnv(), parse("text.matches(pattern)"));

/** What the expression comes to for a text; an error of any kind is `error`. */
function outcome(expression: string, text: string): unknown {
  const result = plan(celEnv(), parse(expression))({ x: text });
  return typeof result === "boolean" ? result : "error";
}

describe("a pattern that is plain", () => {
  test("asks the same as the method", () => {
    let plainOnes = 0;
    const tried = seeded(
      fc.property(patterns, texts, (pattern, text) => {
        const plain = plainPattern(pattern);
        if (plain === undefined) return;
        plainOnes += 1;
        const asked = {
          contains: text.includes(plain.value),
          startsWith: text.startsWith(plain.value),
          endsWith: text.endsWith(plain.value),
          "==": text === plain.value,
        };
        expect(matching({ text, pattern })).toBe(asked[plain.method]);
      }),
      5000,
    );
    expect(plainOnes).toBeGreaterThan(tried / 10);
  });

  test("its fix leaves the outcome as it is, wherever the call stands", () => {
    let fixes = 0;
    const around = fc.constantFrom(
      "X",
      "!X",
      "X == true",
      "true != X",
      "[X][0]",
      "X ? X : !X",
      "X && !(X)",
      "(X) || X",
      "{'a': X}['a'] == X",
      "[true].all(b, b == X)",
      "!(X && X)",
    );
    const tried = seeded(
      fc.property(patterns, texts, around, (pattern, text, place) => {
        const call = `req.method.matches(${JSON.stringify(pattern)})`;
        const expression = place.replaceAll("X", () => call);
        const { told } = lookIn("expression/plain-regular-expression", expression);
        for (const { fixed } of told) {
          fixes += 1;
          const before = outcome(expression.replaceAll("req.method", "x"), text);
          expect(outcome((fixed ?? "").replaceAll("req.method", "x"), text)).toBe(before);
        }
      }),
      200,
      500,
    );
    expect(fixes).toBeGreaterThan(tried / 10);
  });
});

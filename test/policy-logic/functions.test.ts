import { checkExpression, parseExpression } from "@traffic-policy/policy-language";
import { Condition, type Formula } from "@traffic-policy/policy-logic";
import { isAlwaysTrue, isNeverTrue } from "@traffic-policy/policy-logic/internal";
import { describe, expect, test } from "vitest";
import { dialectWithFunctions as dialect } from "../phases-functions.ts";

function formula(text: string): Formula {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`not an expression: ${text}`);
  const checked = checkExpression(parsed.tree, { dialect });
  expect(checked.errors).toEqual([]);
  return new Condition(parsed.tree, checked, dialect).formula;
}

describe("functions beyond standard CEL", () => {
  test.each([
    "req.method.lower() == 'a'",
    "basic_auth.encode('a', req.method) == 'b'",
    "base64.encode(b'a') == 'b'",
    "req.method.encodeBase64().reverse() == 'a'",
  ])("%s never fails", (text) => {
    expect(isAlwaysTrue(formula(`${text} || !(${text})`))).toBe(true);
  });

  test.each([
    "base64.decode(req.method) == b'a'",
    "req.method.md5() == 'a'",
    "req.method.charAt(1) == 'a'",
    "json.decode(req.method) == []",
    "[dyn(1), 'a'].sortBy(x, x) == []",
    "[1, 2].sortBy(x, {'a': x}) == []",
  ])("%s may fail", (text) => {
    expect(isAlwaysTrue(formula(`${text} || !(${text})`))).toBe(false);
  });

  test.each([
    ["hash.md5(req.method) == 'a' && hash.md5(req.method) == 'b'", true],
    ["req.method.lower() == 'a' && req.method.lower() == 'b'", true],
    ["rand.int() == 0 && rand.int() == 1", false],
    ["rand.double() < 0.5 && rand.double() > 0.5", false],
    ["secrets.get('a', 'b') == 'a' && secrets.get('a', 'b') == 'b'", false],
  ])("%s is never true: %s", (text, isNever) => {
    expect(isNeverTrue(formula(text))).toBe(isNever);
  });
});

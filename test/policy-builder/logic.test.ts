import { allOf, anyOf, cel, not, req, type Condition } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { written } from "./written.ts";

const one = req.method.eq("a");
const two = req.host.eq("b");
const three = req.hasHeader("c");

test.each([
  ["true", allOf()],
  ["false", anyOf()],
  ["req.method == 'a'", allOf(one)],
  ["req.method == 'a'", anyOf(one)],
  ["req.method == 'a' && req.host == 'b' && hasReqHeader('C')", allOf(one, two, three)],
  ["req.method == 'a' || req.host == 'b' || hasReqHeader('C')", anyOf(one, two, three)],
  ["req.method == 'a' && (req.host == 'b' || hasReqHeader('C'))", allOf(one, anyOf(two, three))],
  ["req.method == 'a' || req.host == 'b' && hasReqHeader('C')", anyOf(one, allOf(two, three))],
  ["!(req.method == 'a')", not(one)],
  ["!hasReqHeader('C')", not(three)],
  ["!!hasReqHeader('C')", not(not(three))],
  ["!(req.method == 'a' || req.host == 'b')", not(anyOf(one, two))],
  ["!true", not(allOf())],
])("%s", (text, built) => {
  expect(written(built)).toBe(text);
});

test("text is taken apart, and put in parentheses where it needs them", () => {
  expect(String(allOf(cel`a || b`, cel`c`))).toBe("(a || b) && c");
  expect(String(not(cel`a && b`))).toBe("!(a && b)");
  expect(() => anyOf(one, cel`a )`)).toThrow(/^cel`a \)` has a syntax error: /);
});

describe("what is no condition", () => {
  test.each([
    ["undefined", undefined],
    ['"a"', "a"],
    ["an object", {}],
    ["a function", not],
  ])("%s is refused", (what, value) => {
    const message = `A value of the CEL type bool is needed, not ${what}.`;
    const wrong = value as unknown as Condition;
    expect(() => allOf(one, wrong)).toThrow(new TypeError(message));
    expect(() => anyOf(wrong)).toThrow(new TypeError(message));
    expect(() => not(wrong)).toThrow(new TypeError(message));
  });
});

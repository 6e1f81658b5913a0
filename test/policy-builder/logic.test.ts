import { allOf, anyOf, cel, not, req, type Condition } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { written } from "./written.ts";

const one = req.method.eq("a");
const two = req.host.eq("b");
const three = req.hasHeader("c");

test.each([
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
])("%s", (text, built) => {
  expect(written(built)).toBe(text);
});

test("text is taken apart, and put in parentheses where it needs them", () => {
  expect(allOf(cel`a || b`, cel`c`).toString()).toBe("(a || b) && c");
  expect(not(cel`a && b`).toString()).toBe("!(a && b)");
  expect(() => anyOf(one, cel`a )`)).toThrow(/^cel`a \)` has a syntax error: /);
});

test("none at all is refused: it would be a constant", () => {
  const none: Condition[] = [];
  expect(() => allOf(...none)).toThrow(
    new TypeError("allOf() needs at least one condition: without one it would always be true."),
  );
  expect(() => anyOf(...none)).toThrow(
    new TypeError("anyOf() needs at least one condition: without one it would always be false."),
  );
});

test("and(), or() without others are the condition itself, which is no constant", () => {
  expect(written(one.and())).toBe("req.method == 'a'");
  expect(written(one.or())).toBe("req.method == 'a'");
});

test("what === or ! gave is refused: it would be a constant", () => {
  const isPost = ((req.method as unknown) === "POST") as unknown as Condition;
  const error = new TypeError(
    "A condition of the builder is needed, not false: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead.",
  );
  for (const build of [
    () => allOf(isPost),
    () => anyOf(one, isPost),
    () => not(isPost),
    () => one.and(isPost),
    () => one.or(isPost),
  ]) {
    expect(build).toThrow(error);
  }
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

import { describe, expect, test } from "vitest";
import { directionsSource } from "../../packages/policy-builder/src/to-source/dialects.ts";
import { typedCondition } from "../../packages/policy-builder/src/to-source/expression.ts";
import { typedCalls, untyped } from "./to-source/conversions.ts";

function codeOf(expression: string): string | undefined {
  return typedCondition(expression, directionsSource)?.code.text;
}

describe("typed calls", () => {
  test.each(typedCalls)("%s", (expression, code) => {
    expect(codeOf(expression)).toBe(code);
  });
});

describe("text stays text", () => {
  test.each(untyped)("%s", (_what, expression) => {
    expect(codeOf(expression)).toBeUndefined();
  });
});

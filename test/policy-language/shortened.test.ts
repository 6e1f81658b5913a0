import { describe, expect, test } from "vitest";
import {
  describeCheckError,
  describeParseError,
  parseExpression,
} from "@traffic-policy/policy-language";
import { describeDocumentError, shortened } from "@traffic-policy/policy-language/internal";

describe("shortened", () => {
  test.each([
    ["short", 10, "short"],
    ["just as long", 12, "just as long"],
    ["one too long", 11, "one too lo…"],
    ["a character of two units 😀", 26, "a character of two units …"],
  ])("%j to %d is %j", (text, longest, expected) => {
    expect(shortened(text, longest)).toBe(expected);
  });
});

describe("sentences repeat only the beginning of", () => {
  const long = "n".repeat(100_000);
  const beginning = `${"n".repeat(59)}…`;

  test("a name", () => {
    const { message } = describeCheckError({ code: "unknown-variable", args: { name: long } });
    expect(message).toBe(`There is no variable ${beginning}.`);
  });

  test("a name that is probably meant", () => {
    const error = { code: "unknown-variable", args: { name: "a" }, suggestion: long } as const;
    expect(describeCheckError(error).help).toBe(`Did you mean ${beginning}?`);
  });

  test("a key that stands twice", () => {
    const error = { code: "duplicate-key", detail: long, pointer: "" } as const;
    const { message } = describeDocumentError({ ...error, span: { start: 0, end: 1 } });
    expect(message).toBe(`The key "${beginning}" is defined twice in one object.`);
  });

  test("a string without an end, on one line", () => {
    const result = parseExpression(`'''a\n\n  b${long.slice(0, 1000)}`);
    expect(result.ok ? undefined : describeParseError(result.error).message).toBe(
      `The string that starts with '''a b${"n".repeat(53)}… is not closed.`,
    );
  });
});

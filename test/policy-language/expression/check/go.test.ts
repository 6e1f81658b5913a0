import { checkExpression, parseExpression, typeText } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";

// Where the definition of CEL leaves something open, the checker of its implementation in Go counts.

function check(text: string): { codes: string[]; type: string } {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(text);
  const { errors, type } = checkExpression(parsed.tree, { text });
  return { codes: errors.map(({ code }) => code), type: typeText(type) };
}

describe("right is", () => {
  test.each([
    ["int(duration('1h'))", "int"],
    ["type(conn.ts.start) == google.protobuf.Timestamp", "bool"],
    ["type(duration('1h')) == google.protobuf.Duration", "bool"],
    ["google.protobuf.Timestamp", "type(timestamp)"],
    ["has({1: 'a'}.b)", "bool"],
    ["{1: 'a'}.b", "string"],
    ["duration('1\u03bcs')", "duration"],
    ["dyn(1) + 1", "int"],
    ["dyn(conn.ts.start) - duration('1h')", "dyn"],
    ["dyn([]) + ['a']", "list(string)"],
    ["conn.ts.start.getHours('US/Central')", "int"],
  ])("%s", (text, type) => {
    expect(check(text)).toEqual({ codes: [], type });
  });
});

describe("wrong is", () => {
  test.each([
    ["dyn(1) + 1 == 2.0", "no-such-operator"],
    ["'a' + (dyn(b'b') + b'c')", "no-such-operator"],
    ["type(1) == google.protobuf.Nothing", "unknown-variable"],
    ["google.protobuf", "unknown-variable"],
    ["duration('')", "invalid-duration"],
    ["duration('+')", "invalid-duration"],
    ["duration('-')", "invalid-duration"],
    ["duration(5) == duration('5s')", "wrong-argument-types"],
    ["conn.ts.start.getHours('us/central')", "invalid-time-zone"],
  ])("%s", (text, code) => {
    expect(check(text).codes).toEqual([code]);
  });
});

import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "expression/syntax";

describe(rule, () => {
  test.each([
    {
      what: "a string that is not closed",
      text: `{"inbound": [{"expressions": ["conn.client_ip == «'110.0.0.1»"], "actions": []}]}`,
      message: "The string that starts with '110.0.0.1 is not closed.",
    },
    {
      what: "a place after JSON escapes",
      text: `{"inbound": [{"expressions": ["a \\u0026\\u0026 \\"b\\" «==» "], "actions": []}]}`,
      message: "The expression ends too early, after ==.",
    },
    {
      what: "an empty expression",
      text: '{"inbound": [{"expressions": ["«»"], "actions": []}]}',
      message: "The expression is empty.",
    },
    {
      what: "a character that nobody sees",
      text: `{"inbound": [{"expressions": ["req.method ==«\\u00a0»'GET'"], "actions": []}]}`,
      message: "An invisible character, U+00A0, is not allowed here.",
    },
    {
      what: "the second of two",
      text: '{"outbound": [{"expressions": ["true", "a «b»"], "actions": []}]}',
      message: "An operator is missing before b.",
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    `{"inbound": [{"expressions": ["req.url.path in ['/a', \\"/b\\"]", "size(req.cookies) > 0"], "actions": []}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

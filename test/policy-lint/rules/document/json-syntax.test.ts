import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/json-syntax";

describe(rule, () => {
  test.each([
    {
      what: "a comma before the closing bracket",
      text: '{"inbound": [{"actions": [{"type": "deny"},«]»}]}',
      message: "A value is missing here.",
    },
    { what: "a key without quotes", text: "{«inbound»: []}", message: expect.any(String) },
    {
      what: "a comment",
      text: '«// closed on Sundays»\n{"inbound": []}',
      message: "JSON has no comments.",
    },
    { what: "an empty file", text: "«»", message: "A value is missing here." },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each(['{"inbound": []}', `\ufeff{}`])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

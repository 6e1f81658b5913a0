import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/rule-name";

describe(rule, () => {
  test.each([
    {
      what: "a rule without a name",
      text: '{"inbound": [{«"actions"»: [{"type": "deny"}]}]}',
      message: "The rule has no name.",
    },
    {
      what: "a rule without anything",
      text: '{"inbound": [«{}»]}',
      message: "The rule has no name.",
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each(['{"inbound": [{"name": "a", "actions": [{"type": "deny"}]}]}'])(
    "finds nothing in %s",
    (text) => {
      expect(find(rule, text).found).toEqual([]);
    },
  );
});

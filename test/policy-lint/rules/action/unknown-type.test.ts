import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/unknown-type";

describe(rule, () => {
  test.each([
    {
      what: "an underscore for a hyphen",
      text: '{"inbound": [{"actions": [{"type": «"custom_response"»}]}]}',
      message: 'The action type "custom_response" is not known.',
    },
    {
      what: "a type that is like no other",
      text: '{"inbound": [{"actions": [{"type": «"teleport"»}]}]}',
      message: 'The action type "teleport" is not known.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each(['{"inbound": [{"actions": [{"type": "deny"}, {"type": "url-rewrite"}]}]}'])(
    "finds nothing in %s",
    (text) => {
      expect(find(rule, text).found).toEqual([]);
    },
  );
});

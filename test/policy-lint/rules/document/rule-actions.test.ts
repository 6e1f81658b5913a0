import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/rule-actions";

describe(rule, () => {
  test.each([
    {
      what: "an empty list",
      text: '{"inbound": [{"name": "a", "actions": «[]»}]}',
      message: 'The rule "a" has no actions.',
    },
    {
      what: "no key at all",
      text: '{"outbound": [\n  «{"expressions": []}»\n]}',
      message: "The rule has no actions.",
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    '{"inbound": [{"actions": [{"type": "deny"}]}]}',
    // Mistakes that other rules tell.
    '{"inbound": [{"expressions": [], "action": [{"type": "deny"}]}]}',
    '{"inbound": [{"actions": null}, {"actions": {"type": "deny"}}, {"actions": [null]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

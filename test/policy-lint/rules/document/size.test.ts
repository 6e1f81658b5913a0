import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/size";

const one = '{"inbound": [{"name": "é", "actions": []}]}';

describe(rule, () => {
  test.each([
    {
      what: "too many rules in both directions together",
      text: '«{"inbound": [{"actions": []}, {"actions": []}], "outbound": [{"actions": []}]}»',
      options: { maxRules: 2 },
      message: "The policy has 3 rules, more than 2.",
    },
    {
      what: "too many bytes, counted as UTF-8 without white space",
      text: `«${one}»`,
      options: { maxBytes: 39 },
      message: "The policy is 40 bytes long as JSON, more than 39.",
    },
  ])("finds $what", ({ text, options, message }) => {
    const { expected, found, diagnostics } = find(rule, text, { options });
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test("finds nothing in what is just as large as it may be", () => {
    expect(find(rule, one, { options: { maxBytes: 40, maxRules: 1 } }).found).toEqual([]);
  });

  test("has generous defaults", () => {
    const rules = Array.from({ length: 1000 }, () => ({ name: "a".repeat(800), actions: [] }));
    expect(find(rule, JSON.stringify({ inbound: rules })).found).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/duplicate-rule-name";

describe(rule, () => {
  test.each([
    {
      what: "the second and the third rule of a name",
      text: '{"inbound": [{"name": "a", "actions": []}, {"name": «"a"», "actions": []}, {"name": "b", "actions": []}, {"name": «"a"», "actions": []}]}',
      message: 'Another rule is already named "a".',
    },
    {
      what: "outbound rules",
      text: '{"outbound": [{"name": "Log it", "actions": []}, {"name": «"Log it"», "actions": []}]}',
      message: 'Another rule is already named "Log it".',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    for (const diagnostic of diagnostics) expect(diagnostic.message).toBe(message);
  });

  test("points at the first one as well", () => {
    const text = '{"inbound": [{"name": "a", "actions": []}, {"name": "a", "actions": []}]}';
    expect(find(rule, text).diagnostics[0]?.related).toMatchObject([{ path: "/inbound/0/name" }]);
  });

  test.each([
    '{"inbound": [{"name": "a", "actions": []}], "outbound": [{"name": "a", "actions": []}]}',
    '{"inbound": [{"name": "a", "actions": []}, {"name": "A", "actions": []}]}',
    '{"inbound": [{"name": "", "actions": []}, {"name": "", "actions": []}]}',
    '{"inbound": [{"actions": []}, {"actions": []}, {"name": 1}, {"name": 1}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

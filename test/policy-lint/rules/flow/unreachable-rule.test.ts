import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "flow/unreachable-rule";

const deny = `"actions": [{"type": "deny"}]`;
const log = `"actions": [{"type": "log", "config": {"metadata": {"a": 1}}}]`;

describe(rule, () => {
  test.each([
    {
      text: `{"inbound": [{${deny}}, «{${log}}»]}`,
      message: "No request reaches this rule: rule 1 ends processing for every request.",
    },
    {
      text: `{"inbound": [{${log}}, {"name": "All", "expressions": [], ${deny}}, «{${log}}», {${log}}, {${log}}]}`,
      message:
        'No request reaches this rule and the 2 after it: "All" ends processing for every request.',
    },
    {
      text: `{"inbound": [{"expressions": ["true", "size(req.cookies) >= 0"], ${deny}}, «{${log}}»]}`,
      message: "No request reaches this rule: rule 1 ends processing for every request.",
    },
    {
      text: `{"inbound": [{"expressions": ["req.method != 'A' || req.method != 'B'"], ${deny}}, «{${log}}»]}`,
      message: "No request reaches this rule: rule 1 ends processing for every request.",
    },
    {
      text: `{"inbound": [{"expressions": null, ${deny}}, «{${log}}»], "outbound": [{${log}}]}`,
      message: "No request reaches this rule: rule 1 ends processing for every request.",
    },
  ])("finds $text", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "warning", message })]);
  });

  test("tells where processing ends", () => {
    const { diagnostics } = find(rule, `{"inbound": [{${deny}}, {${log}}]}`);
    expect(diagnostics[0]?.related).toEqual([
      expect.objectContaining({ path: "/inbound/0/actions/0" }),
    ]);
  });

  test.each([
    `{"inbound": [{${log}}, {${deny}}]}`,
    `{"inbound": [{"expressions": ["req.method == 'A'"], ${deny}}, {${log}}]}`,
    `{"inbound": [{${deny}}], "outbound": [{${log}}]}`,
    // It may fail where the length is not known.
    `{"inbound": [{"expressions": ["req.content_length == req.content_length"], ${deny}}, {${log}}]}`,
    // What is not understood may be anything.
    `{"inbound": [{"expressions": ["req.unknown == 1 || true"], ${deny}}, {${log}}]}`,
    `{"inbound": [{"expressions": ["("], ${deny}}, {${log}}]}`,
    `{"inbound": [{"expressions": [1], ${deny}}, {${log}}]}`,
    `{"inbound": [{"expressions": {}, ${deny}}, {${log}}]}`,
    `{"inbound": [{"expressions": ["time.now != 'a' || time.now != 'b'"], ${deny}}, {${log}}]}`,
    `{"outbound": [{${deny}}, {${log}}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

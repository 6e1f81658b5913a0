import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "flow/unreachable-action";

const log = `{"type": "log", "config": {"metadata": {"a": 1}}}`;
const deny = `{"type": "deny"}`;
const respond = `{"type": "custom-response", "config": {"status_code": 200}}`;
const forward = `{"type": "forward-internal", "config": {"url": "https://a.internal"}}`;
const tryForward = `{"type": "forward-internal", "config": {"url": "https://a.internal", "on_error": "continue"}}`;

describe(rule, () => {
  test.each([
    {
      text: `{"inbound": [{"actions": [${deny}, «${log}»]}]}`,
      message: `The action "log" never runs: "deny" ends processing.`,
    },
    {
      text: `{"inbound": [{"actions": [${log}, ${respond}, «${log}», ${log}, ${deny}]}]}`,
      message: `The action "log" and the 2 after it never runs: "custom-response" ends processing.`,
    },
    {
      text: `{"outbound": [{"actions": [${respond}, «${log}»]}]}`,
      message: `The action "log" never runs: "custom-response" ends processing.`,
    },
    {
      text: `{"inbound": [{"actions": [${forward}, «${deny}»]}]}`,
      message: `The action "deny" never runs: "forward-internal" ends processing.`,
    },
  ])("finds $text", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "error", message })]);
  });

  test("tells where processing ends", () => {
    const { diagnostics } = find(rule, `{"inbound": [{"actions": [${deny}, ${log}]}]}`);
    expect(diagnostics[0]?.related).toEqual([
      expect.objectContaining({ path: "/inbound/0/actions/0" }),
    ]);
  });

  test.each([
    `{"inbound": [{"actions": [${log}, ${deny}]}]}`,
    `{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "/a"}}, ${log}]}]}`,
    `{"inbound": [{"actions": [{"type": "rate-limit", "config": {}}, ${log}]}]}`,
    `{"inbound": [{"actions": [${tryForward}, ${deny}]}]}`,
    `{"inbound": [{"actions": [{"type": "Deny"}, ${log}]}]}`,
    // In outbound rules there is no deny, so nobody knows what it does.
    `{"outbound": [{"actions": [${deny}, ${log}]}]}`,
    `{"inbound": [{"actions": [${deny}]}, {"actions": [${log}]}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

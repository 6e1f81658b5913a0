import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/unavailable";

function withoutProtocol(text: string): string[] {
  return lintPolicy(jsonPolicySource("policy.json", text))
    .filter((diagnostic) => diagnostic.rule === rule)
    .map(({ message }) => message);
}

describe(rule, () => {
  test.each([
    {
      what: "an action in the wrong direction",
      protocol: "http" as const,
      text: '{"outbound": [{"actions": [{"type": «"deny"»}]}]}',
      message: 'The action "deny" does not exist in outbound rules.',
      help: "It exists in inbound rules.",
      severity: "error",
    },
    {
      what: "an action of another protocol",
      protocol: "tcp" as const,
      text: '{"inbound": [{"actions": [{"type": «"custom-response"»}]}]}',
      message: 'The action "custom-response" does not exist in a policy for tcp.',
      help: "It exists for http.",
      severity: "error",
    },
    {
      what: "an action of other protocols in TLS",
      protocol: "tls" as const,
      text: '{"outbound": [{"actions": [{"type": «"compress-response"»}]}]}',
      message: 'The action "compress-response" does not exist in a policy for tls.',
      help: "It exists for http.",
      severity: "error",
    },
    {
      what: "the wrong direction in TCP",
      protocol: "tcp" as const,
      text: '{"outbound": [{"actions": [{"type": «"deny"»}]}]}',
      message: 'The action "deny" does not exist in outbound rules.',
      help: "It exists in inbound rules.",
      severity: "error",
    },
    {
      what: "a key of another protocol",
      protocol: "tcp" as const,
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {«"status_code"»: 403}}]}]}',
      message: '"status_code" does not exist in a policy for tcp.',
      help: "It exists for http; remove it.",
      severity: "warning",
      edits: [{ path: "/inbound/0/actions/0/config/status_code", remove: true }],
    },
    {
      what: "a key of another protocol and another phase, once",
      protocol: "tcp" as const,
      text: '{"on_tcp_connect": [{"actions": [{"type": "deny", "config": {«"status_code"»: 403}}]}]}',
      message: '"status_code" does not exist in on_tcp_connect rules.',
      help: "It exists in on_http_request rules; remove it.",
      severity: "warning",
      edits: [{ path: "/on_tcp_connect/0/actions/0/config/status_code", remove: true }],
    },
  ])("finds $what", ({ text, message, help, severity, edits, protocol }) => {
    const { expected, found, diagnostics } = find(rule, text, { protocol });
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help, severity })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": 403}}, {"type": "log"}, {"type": "compress-response"}]}]}',
    '{"outbound": [{"actions": [{"type": "log"}, {"type": "add-headers"}, {"type": "custom-response"}]}]}',
    // Only a part of the documentation lists it here.
    '{"outbound": [{"actions": [{"type": "rate-limit"}, {"type": "restrict-ips"}]}]}',
    '{"outbound": [{"actions": [{"type": "some-action"}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test("finds nothing where another protocol has it, when nobody says what the policy is for", () => {
    const text =
      '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": 403}}, {"type": "url-rewrite"}]}]}';
    expect(withoutProtocol(text)).toEqual([]);
  });

  test("finds what no protocol has, when nobody says what the policy is for", () => {
    const text = '{"outbound": [{"actions": [{"type": "url-rewrite"}]}]}';
    expect(withoutProtocol(text)).toEqual([
      'The action "url-rewrite" does not exist in outbound rules.',
    ]);
  });

  test("finds nothing in a log of a TCP policy, in either direction", () => {
    const text =
      '{"inbound": [{"actions": [{"type": "log"}, {"type": "deny"}]}], "outbound": [{"actions": [{"type": "log"}]}]}';
    expect(find(rule, text, { protocol: "tcp" }).found).toEqual([]);
  });
});

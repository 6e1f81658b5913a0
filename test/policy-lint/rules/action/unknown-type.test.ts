import { describe, expect, test } from "vitest";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { find } from "../../find.ts";

const rule = "action/unknown-type";

describe(rule, () => {
  test.each([
    {
      what: "an underscore for a hyphen",
      text: '{"inbound": [{"actions": [{"type": «"custom_response"»}]}]}',
      message: 'Unknown action type "custom_response".',
      help: 'Did you mean "custom-response"?',
      edits: [{ path: "/inbound/0/actions/0/type", value: "custom-response" }],
    },
    {
      what: "a letter too many",
      text: '{"inbound": [{"actions": [{"type": «"denny"»}]}]}',
      message: 'Unknown action type "denny".',
      help: 'Did you mean "deny"?',
    },
    {
      what: "a type that is like no other",
      text: '{"inbound": [{"actions": [{"type": «"teleport"»}]}]}',
      message: 'Unknown action type "teleport".',
      help: "If the service knows this type, turn the rule off in the configuration.",
    },
  ])("finds $what", ({ text, message, help, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test("is a warning, and an error in the preset `strict`", () => {
    const source = jsonPolicySource("policy.json", '{"inbound": [{"actions": [{"type": "a"}]}]}');
    const severities = (["recommended", "strict"] as const).map(
      (preset) => lintPolicy(source, { preset }).find((found) => found.rule === rule)?.severity,
    );
    expect(severities).toEqual(["warning", "error"]);
  });

  test.each([
    ["denny", "error"],
    ["custom_response", "error"],
    ["url-rewirte", "error"],
    ["url-reading", "warning"],
    ["teleport", "warning"],
    ["oidc", "warning"],
  ])("%s is of severity %s", (type, severity) => {
    const policy = { on_http_request: [{ actions: [{ type }] }] };
    const source = jsonPolicySource("policy.json", JSON.stringify(policy));
    const found = lintPolicy(source, { dialect: phasesDialect });
    expect(found.find((one) => one.rule === rule)?.severity).toBe(severity);
  });

  test.each(['{"inbound": [{"actions": [{"type": "deny"}, {"type": "url-rewrite"}]}]}'])(
    "finds nothing in %s",
    (text) => {
      expect(find(rule, text).found).toEqual([]);
    },
  );
});

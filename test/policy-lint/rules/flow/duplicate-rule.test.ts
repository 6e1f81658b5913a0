import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "flow/duplicate-rule";

const deny = `"actions": [{"type": "deny", "config": {"status_code": 404}}]`;

describe(rule, () => {
  test.each([
    {
      text: `{"inbound": [{"expressions": ["req.method == 'A'"], ${deny}}, «{"expressions": ["'A' == req.method"], ${deny}}»]}`,
      message: "This rule is the same as rule 1.",
    },
    {
      text: `{"inbound": [{"name": "One", "expressions": ["req.method == 'A'", "req.host == 'b'"], ${deny}}, {${deny}}, «{"name": "Two", "expressions": ["req.host == \\"b\\" && req.method == 'A'"], ${deny}}»]}`,
      message: 'This rule is the same as "One".',
    },
    {
      text: `{"outbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"a": "1", "b": "2"}}}]}, «{"expressions": [], "actions": [{"config": {"headers": {"b": "2", "a": "1"}}, "type": "add-headers"}]}»]}`,
      message: "This rule is the same as rule 1.",
    },
  ])("finds $text", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "warning", message })]);
    const [{ path, fix } = { path: "" }] = diagnostics;
    expect(fix).toEqual({
      title: "Remove the rule",
      safe: false,
      edits: [{ path, remove: true }],
    });
  });

  test.each([
    `{"inbound": [{"expressions": ["req.method == 'A'"], ${deny}}, {"expressions": ["req.method == 'B'"], ${deny}}]}`,
    `{"inbound": [{"expressions": ["req.method == 'A'"], ${deny}}, {"expressions": ["req.method == 'A'"], "actions": [{"type": "deny"}]}]}`,
    `{"inbound": [{"actions": [{"type": "compress-response"}]}], "outbound": [{"actions": [{"type": "compress-response"}]}]}`,
    `{"inbound": [{"actions": [{"type": "a"}, {"type": "b"}]}, {"actions": [{"type": "b"}, {"type": "a"}]}]}`,
    // A rule between them changes what they look at.
    `{"inbound": [{"expressions": ["actions.ngrok.restrict_ips.action == 'deny'"], ${deny}}, {"actions": [{"type": "restrict-ips", "config": {"enforce": false, "allow": ["192.0.2.0/24"]}}]}, {"expressions": ["actions.ngrok.restrict_ips.action == 'deny'"], ${deny}}]}`,
    `{"inbound": [{"expressions": ["hasReqHeader('X-A')"], ${deny}}, {"actions": [{"type": "add-headers", "config": {"headers": {"x-a": "1"}}}]}, {"expressions": ["hasReqHeader('X-A')"], ${deny}}]}`,
    `{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"a": "\${req.url}"}}}]}, {"actions": [{"type": "url-rewrite", "config": {"from": "/a", "to": "/b"}}]}, {"actions": [{"type": "log", "config": {"metadata": {"a": "\${req.url}"}}}]}]}`,
    // What is not understood, or does nothing, is not compared.
    `{"inbound": [{"expressions": ["("], ${deny}}, {"expressions": ["("], ${deny}}]}`,
    `{"inbound": [{"actions": []}, {"actions": []}]}`,
    `{"inbound": [{"expressions": ["req.method == 'A'"], ${deny}, "enabled": true}, {"expressions": ["req.method == 'A'"], ${deny}, "enabled": false}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

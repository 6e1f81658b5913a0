import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "flow/rewrite-before-path";

const rewrite = `{"name": "New API", "actions": [{"type": "url-rewrite", "config": {"from": "/v1/", "to": "/v2/"}}]}`;
const log = `"actions": [{"type": "log", "config": {"metadata": {"a": 1}}}]`;
const message =
  'req.url.path is rewritten by "New API"; whether this rule sees the old path or the new one is not documented.';

describe(rule, () => {
  test.each([
    `{"inbound": [${rewrite}, {"expressions": ["req.url.path.startsWith(«'/v1/'»)"], ${log}}]}`,
    `{"inbound": [${rewrite}, {${log}}, {"expressions": ["req.method == 'A'", "req.url.path in ['/', «'/api/v2/a'»]"], ${log}}]}`,
    `{"inbound": [${rewrite}, {"expressions": ["req.url.path == «'/v1/a'»"], ${log}}]}`,
  ])("finds %s", (text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "info",
        message,
        related: [expect.objectContaining({ path: "/inbound/0/actions/0" })],
      }),
    ]);
  });

  test.each([
    ["req.url.path", "req.url.path.matches(«'^/v1/'»)"],
    ["req.url.path", "matches(req.url.path, «'/v2/[a-z]+'»)"],
    ["req.url.uri", "req.url.uri.startsWith(«'/v1/'»)"],
    ["req.url", "req.url == «'https://example.com/v1/'»"],
  ])("finds %s in %s", (name, condition) => {
    const text = `{"inbound": [${rewrite}, {"expressions": ["${condition}"], ${log}}]}`;
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics[0]?.message).toBe(message.replace("req.url.path", name));
  });

  test.each([
    `{"inbound": [${rewrite}], "outbound": [{"expressions": ["req.url.path.startsWith(«'/v1/'»)"], ${log}}]}`,
    `{"inbound": [${rewrite}], "outbound": [{${log}}, {"expressions": ["req.url.path == «'/v2/a'»"], ${log}}]}`,
    `{"outbound": [{"expressions": ["req.url.path.startsWith(«'/v1/'»)"], ${log}}], "inbound": [${rewrite}]}`,
  ])("finds outbound rules in %s", (text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "info",
        message,
        help: "Test for both paths.",
        related: [expect.objectContaining({ path: "/inbound/0/actions/0" })],
      }),
    ]);
  });

  test("says of equal rules in two policies what holds for each", () => {
    const later = `"outbound": [{"expressions": ["req.url.path.startsWith('/v1/')"], ${log}}]`;
    expect(find(rule, `{${later}}`).found).toEqual([]);
    expect(find(rule, `{"inbound": [${rewrite}], ${later}}`).found).toHaveLength(1);
    expect(find(rule, `{${later}}`).found).toEqual([]);
  });

  test.each([
    `{"inbound": [{"expressions": ["req.url.path.startsWith('/v1/')"], ${log}}, ${rewrite}]}`,
    `{"inbound": [${rewrite}, {"expressions": ["req.url.path.startsWith('/other/')"], ${log}}]}`,
    `{"inbound": [${rewrite}], "outbound": [{"expressions": ["req.url.path.startsWith('/other/')"], ${log}}]}`,
    `{"inbound": [{"actions": [{"type": "redirect", "config": {"from": "/v1/", "to": "/v2/"}}]}], "outbound": [{"expressions": ["req.url.path.startsWith('/v1/')"], ${log}}]}`,
    `{"outbound": [{"expressions": ["req.url.path.startsWith('/v1/')"], ${log}}]}`,
    `{"inbound": [{"actions": [{"type": "redirect", "config": {"from": "/v1/", "to": "/v2/"}}]}, {"expressions": ["req.url.path.startsWith('/v1/')"], ${log}}]}`,
    `{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": "/", "to": "/v2/(.*)"}}]}, {"expressions": ["req.url.path == '/a'"], ${log}}]}`,
    `{"inbound": [{"expressions": ["req.url.path == '/v1/a'"], "actions": [{"type": "url-rewrite", "config": {"from": "/v1/", "to": "/v2/"}}]}]}`,
    `{"inbound": [${rewrite}, {"expressions": ["req.host == '/v1/'"], ${log}}]}`,
    `{"inbound": [${rewrite}, {"expressions": ["req.url.raw_path.startsWith('/v1/')"], ${log}}]}`,
    `{"inbound": [${rewrite}, {"expressions": ["req.user_agent.matches('/v1/')"], ${log}}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

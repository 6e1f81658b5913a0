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
        help: "Ask for both paths.",
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
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/rewrite-anchor";

const policy = (from: string, type = "url-rewrite"): string =>
  JSON.stringify({ inbound: [{ actions: [{ type, config: { from, to: "/new" } }] }] });
const from = "/inbound/0/actions/0/config/from";
const message = "This never matches: the whole URL is matched, which begins with its scheme.";

describe(rule, () => {
  test.each([
    {
      what: "a path from its beginning",
      text: policy("«^/»v1/"),
      edits: [{ path: from, span: { start: 0, end: 1 }, text: "" }],
    },
    {
      what: "the same in a redirect",
      text: policy("«^/»(.*)$", "redirect"),
      edits: [{ path: from, span: { start: 0, end: 1 }, text: "" }],
    },
    {
      what: "flags before it",
      text: policy("(?i)«^/»api"),
      edits: [{ path: from, span: { start: 4, end: 5 }, text: "" }],
    },
    {
      what: "a group around it",
      text: policy("«^(/»v[0-9]+)/(.*)"),
      edits: [{ path: from, span: { start: 0, end: 1 }, text: "" }],
    },
  ])("finds $what", ({ text, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    policy("/v1/"),
    policy("^https?://[^/]+/v1/"),
    policy("^.*/v1/"),
    policy("^/?api"),
    policy("^/*api"),
    policy("^/{0,1}api"),
    policy("^/a|/b"),
    policy("^(/a|https)"),
    policy("^v1/"),
    policy("[^/]+$"),
    policy("a^/b"),
    policy("^/${req.method}"),
    policy("^${req.url.scheme}"),
    '{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": "^/a"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seeded } from "../../../seeded.ts";
import { find } from "../../find.ts";

const rule = "action/rewrite-anchor";

const policy = (from: string, type = "url-rewrite"): string =>
  JSON.stringify({ inbound: [{ actions: [{ type, config: { from, to: "/new" } }] }] });
const from = "/inbound/0/actions/0/config/from";
const message =
  "This never matches: the pattern applies to the whole URL, which begins with its scheme.";

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
    {
      what: "groups that have to match",
      text: policy("«^((?:/»[^)]+)+/(b)?)(c)?"),
      edits: [{ path: from, span: { start: 0, end: 1 }, text: "" }],
    },
    {
      what: "an escaped slash",
      text: policy("«^\\/»v1"),
      edits: [{ path: from, span: { start: 0, end: 1 }, text: "" }],
    },
  ])("finds $what", ({ text, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    ["«^${req.url.authority}»/products", "url-rewrite"],
    ["«^${ req.host }»", "url-rewrite"],
    ["«^${req.Path}»$", "redirect"],
  ])("finds a later part of the URL at the beginning: %s", (pattern, type) => {
    const { expected, found, diagnostics } = find(rule, policy(pattern, type));
    expect(found).toEqual(expected);
    const hardlyEver = message.replace("never", "hardly ever");
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", message: hardlyEver }),
    ]);
    expect(diagnostics[0]?.fix?.edits).toEqual([
      { path: from, span: { start: 0, end: 1 }, text: "" },
    ]);
  });

  test.each([
    policy("/v1/"),
    policy("^https?://[^/]+/v1/"),
    policy("^.*/v1/"),
    policy("^/?api"),
    policy("^/*api"),
    policy("^/{0,1}api"),
    policy("^/a|/b"),
    // Groups that may match nothing, so that all of the pattern does.
    policy("^(/a)?"),
    policy("^(/a)*https"),
    policy("^(\\/a)??"),
    policy("^(?:/a)?https"),
    policy("^((/a)/b)*"),
    policy("^((/a)?/b)?"),
    policy("^((/a){0,1}https)"),
    policy("^(/[)]a)?"),
    policy("^(/\\)a)?"),
    policy("^(/[[:alpha:])]a)?"),
    policy("^(/\\Q)\\E)?"),
    policy("^(?P<path>/a)?"),
    policy("^(/a|https)"),
    policy("^v1/"),
    policy("[^/]+$"),
    policy("a^/b"),
    policy("^/${req.method}"),
    policy("^${req.url.scheme}"),
    policy("^${req.url}$"),
    policy("^${getReqHeader('Origin')[0]}/"),
    policy("^${req.host}|/a"),
    policy("^${req.url.path}?https"),
    policy("https://${req.host}/"),
    policy("${req.host}/"),
    policy("^(${req.host})?"),
    policy("^${req.host"),
    '{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": "^/a"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

const pieces = [
  "/",
  "\\/",
  "a",
  "(",
  "(?:",
  ")",
  ")?",
  ")*",
  ")??",
  "){0,1}",
  ")+",
  "?",
  "*",
  "[)]",
];
const more = ["\\)", "[^)]", "https", ".*"];
const urls = ["https://example.com/", "https://a.example/a/a?a=/a", "http://example.com:8080/a"];

test("a pattern of which it is said matches no URL", () => {
  let reported = 0;
  const tried = seeded(
    fc.property(
      fc.constantFrom("^", "^/", "^(/", "^((?:/"),
      fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 6 }),
      (start, rest) => {
        const pattern = start + rest.join("");
        fc.pre(compileRegularExpression(pattern).ok);
        if (find(rule, policy(pattern)).found.length === 0) return;
        reported += 1;
        expect(urls.filter((url) => new RegExp(pattern).test(url))).toEqual([]);
      },
    ),
    500,
  );
  expect(reported).toBeGreaterThan(tried / 20);
});

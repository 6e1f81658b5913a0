import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/glob";

const policy = (from: string, to: string, type = "url-rewrite"): string =>
  JSON.stringify({ inbound: [{ actions: [{ type, config: { from, to } }] }] });
const at = "/inbound/0/actions/0/config/from";

describe(rule, () => {
  test.each([
    { text: policy("/v1«/*»", "/v2/"), star: 4 },
    { text: policy("^https://example.com«/*»", "https://example.org/", "redirect"), star: 21 },
    { text: policy("/users«/*»/edit$", "/edit"), star: 7 },
    { text: policy("«/*»", "/closed", "redirect"), star: 1 },
  ])("finds $text", ({ text, star }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: "/* in a regular expression matches any number of slashes, even none.",
        fix: expect.objectContaining({
          safe: false,
          edits: [{ path: at, span: { start: star, end: star + 1 }, text: "(.*)" }],
        }),
      }),
    ]);
  });

  test.each([
    policy("/v1/(.*)", "/v2/«*»"),
    policy("/v1/(.*)", "https://${req.host}/v2/«*»", "redirect"),
    policy("/v1/([^/]*)/a", "/v2/«*»/b"),
  ])("finds the replacement in %s", (text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "A * in the new URL is a literal asterisk, not what the regular expression matched.",
    ]);
  });

  test.each([
    policy("/v1/.*", "/v2/"),
    policy("/v1/([^/]*)", "/v2/$1"),
    policy("^(https?://[^/]+)/v1/*", "$1/"),
    policy("v0/super/secret/path/to/admin.*", "v1/admin?$is_args$args"),
    policy("/products/?([.*]+)?", "/products.php?query=$1"),
    policy("/*$", ""),
    policy("/a/*$", "/a"),
    policy("//*", "/"),
    policy("/a", "/search?q=*"),
    policy("/a", "/${2 * 3}"),
    // No regular expression at all.
    policy("*.example.com", "/a"),
    policy("/${req.method}/*", "/a"),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});

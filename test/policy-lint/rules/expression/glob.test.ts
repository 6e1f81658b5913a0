import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/glob";

describe(rule, () => {
  test.each([
    {
      marked: "req.url.path == «'/api/*'»",
      told: {
        severity: "warning",
        message: "The * in '/api/*' is a literal asterisk, not a wildcard.",
        help: "Write req.url.path.startsWith('/api/').",
        fixed: "req.url.path.startsWith('/api/')",
        safe: false,
      },
    },
    {
      marked: "«'/api/*'» != req.url.path || req.method == 'GET'",
      told: { fixed: "!req.url.path.startsWith('/api/') || req.method == 'GET'" },
    },
    {
      marked: "req.host == «'*.example.com'»",
      told: { fixed: "req.host.endsWith('.example.com')" },
    },
    {
      marked: "conn.tls.sni in ['a.example', «'*.b.example'»]",
      told: { help: "Use conn.tls.sni.endsWith('.b.example')." },
    },
    {
      marked: "req.url.path.startsWith(«'/api/*'»)",
      told: { help: "Write '/api/'.", fixed: "req.url.path.startsWith('/api/')" },
    },
    {
      marked: "req.url.path.endsWith(«'*.php'»)",
      told: { fixed: "req.url.path.endsWith('.php')" },
    },
    {
      marked: "req.url.path.contains(«'*admin*'»)",
      told: { fixed: "req.url.path.contains('admin')" },
    },
    {
      marked: "req.url.path.startsWith(«'*.php'»)",
      told: { help: "Use req.url.path.endsWith('.php')." },
    },
    {
      marked: "req.url.path == «'/users/*/edit'»",
      told: {
        help: "Use matches with a regular expression, where [^/]* is any text without a /.",
      },
    },
    { marked: "req.url.path == «'/*'»", told: { help: "Write req.url.path.startsWith('/')." } },
    {
      marked: "req.content_type == «'image/*'»",
      told: { fixed: "req.content_type.startsWith('image/')" },
    },
    {
      marked: "req.url == «'https://example.com/*'»",
      told: { fixed: "req.url.startsWith('https://example.com/')" },
    },
    {
      marked: "conn.client_ip == «'192.168.*'»",
      told: { help: "Test for a range of addresses: inCidrRange(conn.client_ip, '192.0.2.0/24')." },
    },
    {
      marked: "req.url.path.matches('/api«/*»')",
      told: {
        message: "/* in a regular expression matches any number of slashes, even none.",
        help: "Write .* for any text, or [^/]* for any text without a slash.",
        fixed: "req.url.path.matches('/api/.*')",
        safe: false,
      },
    },
    {
      marked: "req.url.path.matches('^/users«/*»/edit$')",
      told: { fixed: "req.url.path.matches('^/users/.*/edit$')" },
    },
    {
      marked: "matches(req.url.path, '^/(api|v1)«/*»')",
      told: { fixed: "matches(req.url.path, '^/(api|v1)/.*')" },
    },
    {
      marked: "req.url.path.matches('/files«/*».zip')",
      told: { fixed: "req.url.path.matches('/files/.*.zip')" },
    },
    {
      marked: "req.url.matches('https:/«/*».example.com')",
      told: { fixed: "req.url.matches('https://.*.example.com')" },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    // The path of a request about the whole server.
    "req.url.path == '*'",
    "req.url.path.contains('*')",
    "req.url.path.contains('/*')",
    "req.url.path.contains('*/')",
    "req.url.path.contains('/*!union')",
    "req.url.path.contains('a*b')",
    "req.url.path == '/a*b/c'",
    "req.url.query == 'q=*'",
    "req.url.query.contains('name=*')",
    "req.url == 'https://example.com/?q=*'",
    "'image/*' in getReqHeader('Accept')",
    "'*/*' in getReqHeader('Accept')",
    "req.user_agent == '*'",
    "req.method == '*'",
    "endpoint.host == '*.example.com'",
    "req.host.contains('*')",
    "req.url.path.matches('^/api/.*')",
    "req.url.path.matches('^/api/[^/]*/edit')",
    "req.url.path.matches('^/api/*$')",
    "req.url.path.matches('^/*api/')",
    "req.url.path.matches('^//*api')",
    "req.url.path.matches('^/(a/*b)+$')",
    "req.url.path.matches('^/a.*')",
    "req.user_agent.matches('(?i).*(bot|crawler)/[0-9]+.*')",
    // No regular expression at all.
    "req.host.matches('*.example.com')",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/surrounding-space";

describe(rule, () => {
  test.each([
    {
      marked: "req.method == «'GET '»",
      told: {
        severity: "warning",
        message: "'GET ' ends with a space.",
        help: "Write 'GET'.",
        fixed: "req.method == 'GET'",
        safe: false,
      },
    },
    {
      marked: "req.method in ['GET', «' POST'»]",
      told: { message: "' POST' begins with a space.", fixed: "req.method in ['GET', 'POST']" },
    },
    {
      marked: "req.host.endsWith(«'\\t.example.com '»)",
      told: { message: expect.stringContaining("begins and ends with a space.") },
    },
    { marked: "conn.client_ip == «'192.0.2.1 '»", told: { help: "Write '192.0.2.1'." } },
    { marked: "req.url.path == «'/a '»", told: { fixed: "req.url.path == '/a'" } },
    { marked: "req.content_type == «'text/html '»", told: { help: "Write 'text/html'." } },
    { marked: "hasReqHeader(«'X-A '»)", told: { fixed: "hasReqHeader('X-A')" } },
    { marked: "'a' in getReqHeader(«'X-A '»)", told: { fixed: "'a' in getReqHeader('X-A')" } },
    { marked: "«'x-a '» in req.headers", told: { fixed: "'x-a' in req.headers" } },
    { marked: "'a' in req.headers[«' x-a'»]", told: { fixed: "'a' in req.headers['x-a']" } },
    { marked: "hasReqCookie(«'session '»)", told: { fixed: "hasReqCookie('session')" } },
    { marked: "«'page '» in req.url.query_params", told: { help: "Write 'page'." } },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test("finds it in an interpolation and in the key of a bucket", () => {
    const text = `{"inbound": [{"actions": [
      {"type": "add-headers", "config": {"headers": {"x-b": "\${getReqHeader(«'X-A '»)[0]}"}}},
      {"type": "rate-limit", "config": {"name": "a", "algorithm": "sliding_window", "capacity": 9, "rate": "60s", "bucket_key": ["req.headers[«'x-a '»]"]}}
    ]}]}`;
    const { expected, found } = find(rule, text);
    expect(found).toEqual(expected);
  });

  test.each([
    "req.method == 'GET'",
    "req.user_agent == 'a '",
    "req.user_agent.contains(' bot ')",
    "'a ' in getReqHeader('X-A')",
    "req.url.path.contains('my ')",
    "req.url.path.startsWith('/my ')",
    "getQueryParam('q') == ['a ']",
    "req.method == ' '",
    "'my name' in req.url.query_params",
    // These are told by other rules.
    "conn.geo.country_code == 'US '",
    "req.url.scheme == 'https '",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/contradiction";

describe(rule, () => {
  test.each([
    {
      marked: "res.status_code < 200 && «res.status_code >= 300»",
      message: "res.status_code >= 300 can never be true together with res.status_code < 200.",
    },
    {
      marked: "res.StatusCode < '200' && «res.StatusCode >= '300'»",
      message: "res.StatusCode >= '300' can never be true together with res.StatusCode < '200'.",
    },
    {
      marked: "req.method == 'GET' && req.host == 'a.example' && «'POST' == req.method»",
      message: "'POST' == req.method can never be true together with req.method == 'GET'.",
    },
    {
      marked: "req.method == 'GET' && («req.method in ['PUT', 'POST']»)",
      message: "req.method in ['PUT', 'POST'] can never be true together with req.method == 'GET'.",
    },
    {
      marked: "req.url.path.startsWith('/a/') && «req.url.path.startsWith('/b/')»",
      message:
        "req.url.path.startsWith('/b/') can never be true together with req.url.path.startsWith('/a/').",
    },
    {
      marked: "req.url.path.matches('^/a') && «req.url.path.matches('^/(b|c)')»",
      message:
        "req.url.path.matches('^/(b|c)') can never be true together with req.url.path.matches('^/a').",
    },
    {
      marked: "req.url.path == '/a' && «!req.url.path.startsWith('/')»",
      message:
        "!req.url.path.startsWith('/') can never be true together with req.url.path == '/a'.",
    },
    {
      marked: "!('x-a' in req.headers) && «req.headers['x-a'][0] == 'b'»",
      message:
        "req.headers['x-a'][0] == 'b' can never be true together with !('x-a' in req.headers).",
    },
    {
      marked: "hasReqHeader('A') && «!hasReqHeader('A')»",
      message: "!hasReqHeader('A') can never be true together with hasReqHeader('A').",
    },
    {
      marked: "req.host == 'a.example' || (req.method == 'GET' && «req.method == 'PUT'»)",
      message: "req.method == 'PUT' can never be true together with req.method == 'GET'.",
    },
    {
      marked:
        "inCidrRange(conn.client_ip, '10.0.0.0/8') && «inCidrRange(conn.client_ip, '192.168.0.0/16')»",
      message:
        "inCidrRange(conn.client_ip, '192.168.0.0/16') can never be true together with inCidrRange(conn.client_ip, '10.0.0.0/8').",
    },
    {
      marked: "hasReqHeader('X-A') && «!('x-a' in req.headers)»",
      message: "!('x-a' in req.headers) can never be true together with hasReqHeader('X-A').",
    },
    {
      marked: "size(req.cookies) > 1 && size(req.cookies) < 3 && «size(req.cookies) != 2»",
      message: "size(req.cookies) != 2 can never be true together with the conditions before it.",
    },
    {
      marked:
        "conn.ts.start > timestamp('2024-01-01T00:00:00Z') && «conn.ts.start < timestamp('2023-01-01T00:00:00Z')»",
      message:
        "conn.ts.start < timestamp('2023-01-01T00:00:00Z') can never be true together with conn.ts.start > timestamp('2024-01-01T00:00:00Z').",
    },
    {
      marked: "req.method == 'GET' && («req.method == 'PUT' || req.method == 'POST'»)",
      message:
        "req.method == 'PUT' || req.method == 'POST' can never be true together with req.method == 'GET'.",
    },
  ])("finds $marked", ({ marked, message }) => {
    const { expected, found, told } = lookIn(rule, marked, { direction: "outbound" });
    expect(found).toEqual(expected);
    expect(told).toEqual([
      {
        severity: "error",
        message,
        help: "If one of them is enough, write them as one condition with ||.",
      },
    ]);
  });

  test("finds conditions of one rule, and tells both places", () => {
    const { expected, found, diagnostics } = find(
      rule,
      `{"inbound": [{"expressions": ["req.method == 'GET'", "«req.method == 'PUT'»"], "actions": [{"type": "deny"}]}]}`,
    );
    expect(found).toEqual(expected);
    expect(diagnostics[0]?.path).toBe("/inbound/0/expressions/1");
    expect(diagnostics[0]?.related).toEqual([
      expect.objectContaining({ path: "/inbound/0/expressions/0" }),
    ]);
  });

  test("finds what is easy to tell beside what is too much, and else names all", () => {
    const whole = "req.url.matches('^https?://[^/]*/x$')";
    const told = (...conditions: readonly string[]): readonly (string | undefined)[] =>
      find(
        rule,
        JSON.stringify({
          inbound: [{ expressions: conditions, actions: [{ type: "deny" }] }],
        }),
      ).diagnostics.map(({ message }) => message);
    expect(
      told(
        "req.method != 'GET' || req.method == 'PUT' || req.url.startsWith('https://a.example/x')",
        "req.method == 'GET' && req.method == 'PUT' && req.url.startsWith('https://')",
        "(req.url.endsWith('/x') || req.url.host == 'b.example') && req.url.endsWith('?')",
      ),
    ).toEqual(["req.method == 'PUT' can never be true together with req.method == 'GET'."]);
    expect(
      told(
        "has(req.url.port) || req.url.query == 'x' || req.url.contains('?')",
        `(req.url.path == '/x' || ${whole}) && req.url.scheme == 'http' && req.url.contains('?')`,
        `!has(req.url.port) && ${whole} && req.url.query == 'x'`,
      ),
    ).toEqual(["req.url.query == 'x' can never be true together with the conditions before it."]);
  });

  test.each([
    "res.status_code < 200 || res.status_code >= 300",
    "res.status_code >= 200 && res.status_code < 300",
    "res.status_code >= 200 && res.status_code <= 200",
    "req.method != 'GET' && req.method != 'PUT'",
    "'x-a' in req.headers && req.headers['x-a'][0] == 'b'",
    "req.headers['x-a'][0] == 'b' && req.headers['x-a'][1] == 'c'",
    "'a' in getReqHeader('X') && 'b' in getReqHeader('X')",
    "req.url.path.startsWith('/a/') && req.url.path.startsWith('/a/b/')",
    "req.url.path.contains('a') && req.url.path.contains('b')",
    "req.url.path.startsWith('/a') && req.url.path.endsWith('/b')",
    "req.url.path.startsWith('/a') && !req.url.path.startsWith('/a/b')",
    "time.now > '2024' && time.now < '2023'",
    "req.url.path.matches('^/a') && req.url.path.matches('/b')",
    "res.StatusCode < '200' && res.StatusCode > '1'",
    "double(conn.geo.latitude) < 1.0 && !(double(conn.geo.latitude) > 0.5)",
    "req.method == 'GET' && req.host == 'a.example'",
    "req.unknown == 'a' && req.unknown == 'b'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text, { direction: "outbound" }).found).toEqual([]);
  });
});

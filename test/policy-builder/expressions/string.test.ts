import { cel, conn, literal, req, string, StringExpression } from "@traffic-policy/policy-builder";
import { expect, test } from "vitest";
import { describeMethods } from "../describe-methods.ts";

describeMethods(StringExpression, {
  eq: [
    ["req.method == 'POST'", req.method.eq("POST")],
    [`req.method == "it's"`, req.method.eq("it's")],
    ["req.method == ''", req.method.eq("")],
    ["req.host == req.url.host", req.host.eq(req.url.host)],
  ],
  ne: [
    ["req.method != 'POST'", req.method.ne("POST")],
    ["req.host != req.url.host", req.host.ne(req.url.host)],
  ],
  lt: [["req.host < 'b'", req.host.lt("b")]],
  le: [["req.host <= 'b'", req.host.le("b")]],
  gt: [["req.host > 'b'", req.host.gt("b")]],
  ge: [["req.host >= req.url.host", req.host.ge(req.url.host)]],
  isIn: [
    ["conn.geo.country_code in ['BR', 'CN']", conn.geo.countryCode.isIn("BR", "CN")],
    ["req.host in ['a', req.url.host]", req.host.isIn("a", req.url.host)],
  ],
  startsWith: [
    ["req.url.path.startsWith('/v1/')", req.url.path.startsWith("/v1/")],
    ["req.host.startsWith(req.method)", req.host.startsWith(req.method)],
    ["'/v1/'.startsWith(req.url.path)", literal("/v1/").startsWith(req.url.path)],
  ],
  endsWith: [
    ["req.url.path.endsWith('.php')", req.url.path.endsWith(".php")],
    ["req.host.endsWith(req.method)", req.host.endsWith(req.method)],
  ],
  contains: [
    ["req.url.query.contains('a=1')", req.url.query.contains("a=1")],
    ["req.host.contains(req.method + '.')", req.host.contains(req.method.plus("."))],
  ],
  matches: [
    ["req.url.host.matches('^\\\\w+$')", req.url.host.matches("^\\w+$")],
    ["req.host.matches(req.method)", req.host.matches(req.method)],
  ],
  inCidr: [
    ["inCidrRange(conn.client_ip, '192.0.2.0/24')", conn.clientIp.inCidr("192.0.2.0/24")],
    ["inCidrRange(conn.client_ip, req.host)", conn.clientIp.inCidr(req.host)],
    [
      "inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::/32'])",
      conn.clientIp.inCidr("192.0.2.0/24", "2001:db8::/32"),
    ],
  ],
  size: [["size(req.host)", req.host.size()]],
  plus: [
    ["req.host + ':80'", req.host.plus(":80")],
    ["req.host + ('a' + req.method)", req.host.plus(literal("a").plus(req.method))],
    ["'a' + req.method + 'b'", literal("a").plus(req.method).plus("b")],
    ["size(req.host + 'a') + 1", req.host.plus("a").size().plus(1)],
    ["(req.host + 'a').startsWith('b')", req.host.plus("a").startsWith("b")],
    ["string(req.content_length) + 'B'", string(req.contentLength).plus("B")],
  ],
});

test("none of nothing at all is refused: it would always be false", () => {
  const none: string[] = [];
  expect(() => req.host.isIn(...none)).toThrow(
    new TypeError("isIn() needs at least one value: without one it would always be false."),
  );
  expect(() => cel.as("dyn")`a`.isIn(...none)).toThrow(
    new TypeError("isIn() needs at least one value: without one it would always be false."),
  );
  expect(() => conn.clientIp.inCidr(...none)).toThrow(
    new TypeError("inCidr() needs at least one CIDR: without one it would always be false."),
  );
});

test("a RegExp as a pattern is refused with the text to write", () => {
  const matches = (pattern: unknown) => () => req.url.path.matches(pattern as string);
  expect(matches(/^\/a\d+$/i)).toThrow(
    new TypeError('CEL has patterns as text (RE2), not as a RegExp: write "(?i)^/a\\\\d+$".'),
  );
  expect(matches(/b/g)).toThrow(/write "b"\.$/);
});

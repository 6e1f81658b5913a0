import fc from "fast-check";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, isTrue, Solver, type Formula } from "@traffic-policy/policy-logic";
import {
  escapes,
  notTrue,
  outlineOf,
  outlineParts,
  type OutlineParts,
} from "@traffic-policy/policy-logic/internal";
import { describe, expect, test } from "vitest";
import { alikeCondition } from "../../alike-conditions.ts";
import { seeded } from "../../seeded.ts";

interface Read {
  readonly formula: Formula;
  readonly parts: OutlineParts;
}

/** A condition of a request; undefined when its types or texts are wrong. */
function read(text: string, direction = "inbound"): Read | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text} cannot be parsed`);
  const context = { dialect: directionsDialect, direction, protocol: "http", text } as const;
  const checked = checkExpression(parsed.tree, context);
  if (checked.errors.length > 0) return undefined;
  const parts = outlineParts(parsed.tree, text, checked, directionsDialect);
  const { formula } = new Condition(parsed.tree, checked, directionsDialect);
  return parts && { formula, parts };
}

function partsOf(text: string): OutlineParts {
  const found = read(text) ?? read(text, "outbound");
  if (found === undefined) throw new Error(`${text} has no outline`);
  return found.parts;
}

const outline = (...texts: readonly string[]): string => outlineOf(texts.map(partsOf));

describe("conditions with one outline", () => {
  test.each([
    [["req.method == 'A'"], ["req.method == 'B'"]],
    [["req.url.path.startsWith('/a')"], ["req.url.path.startsWith('/b/c')"]],
    [["conn.client_ip == '192.0.2.1'"], ["conn.client_ip == '198.51.100.7'"]],
    [
      ["'x-a' in req.headers", "'b' in req.headers['x-a']"],
      ["'x-b' in req.headers", "'c' in req.headers['x-b']"],
    ],
    [
      ["has(conn.tls.sni) && conn.tls.sni.contains('a')"],
      ["has(conn.tls.sni) && conn.tls.sni.contains('b')"],
    ],
    [
      ["res.status_code < 200 || res.status_code > 300"],
      ["res.status_code < 400 || res.status_code > 500"],
    ],
    [["req.method == 'A' || req.method == 'B'"], ["req.method == 'C' || req.method == 'D'"]],
  ])("%j and %j", (one, other) => {
    expect(outline(...one)).toBe(outline(...other));
  });
});

describe("conditions with different outlines", () => {
  test.each([
    [["req.method == 'A' || req.method == 'B'"], ["req.method == 'A' || req.method == 'A'"]],
    [
      ["req.url.path == '/a'", "req.url.path == '/b'"],
      ["req.url.path == '/a'", "req.url.path == '/a'"],
    ],
    [
      ["req.url.path.startsWith('/a') && req.url.path == '/a'"],
      ["req.url.path.startsWith('/a') && req.url.path == '/b'"],
    ],
    [
      ["'x-a' in req.headers", "'b' in req.headers['x-a']"],
      ["'x-a' in req.headers", "'b' in req.headers['x-c']"],
    ],
    [
      ["req.user_agent == 'a'", "'b' in req.headers['user-agent']"],
      ["req.user_agent == 'a'", "'b' in req.headers['x-agent']"],
    ],
    [
      ["res.status_code < 200 || res.status_code > 300"],
      ["res.status_code < 300 || res.status_code > 200"],
    ],
    [
      ["res.status_code < 200 || res.status_code >= 200"],
      ["res.status_code < 200 || res.status_code >= 202"],
    ],
    [["res.status_code >= 100"], ["res.status_code >= 200"]],
    [["conn.client_ip == '192.0.2.1'"], ["conn.client_ip == 'nobody'"]],
    [["conn.geo.country_code == 'NO'"], ["conn.geo.country_code == 'no'"]],
    [["req.url.path.matches('a')"], ["req.url.path.matches('a*')"]],
    [["req.method == 'A'"], ["req.method == ''"]],
    [
      ["req.method.contains('A')", "size(req.method) > 3"],
      ["req.method.contains('AAAA')", "size(req.method) > 3"],
    ],
  ])("%j and %j", (one, other) => {
    expect(outline(...one)).not.toBe(outline(...other));
  });
});

describe("an exchange", () => {
  test.each([
    ["req.method == 'A'", ["req.method == 'B'", "req.url.path == '/a'", "req.host != 'a.example'"]],
    ["req.url.path == '/a/b'", ["req.url.path.startsWith('/b')", "req.url.contains('/c/')"]],
    ["'x-a' in req.headers", ["!('x-b' in req.headers)", "!hasReqCookie('c')"]],
    ["conn.client_ip == '192.0.2.1'", ["conn.client_ip == '192.0.2.2'", "conn.server_port == 443"]],
    ["'a' in getQueryParam('q')", ["'b' in getQueryParam('q')"]],
  ])("plainly satisfies %j, and none of %j", (own, others) => {
    expect(
      escapes(
        [partsOf(own)],
        others.map((text) => [partsOf(text)]),
      ),
    ).toBe(true);
  });

  test.each([
    ["req.url.path == '/a'", ["req.url.path.startsWith('/a')"]],
    ["req.url.path == '/a'", ["req.url.contains('/a')"]],
    ["req.method == 'A'", ["'x-a' in req.headers", "!('x-a' in req.headers)"]],
    ["req.method == 'A'", ["req.url.path == '/a'", "req.url.path != '/a'"]],
    ["!has(req.content_length)", ["!('content-length' in req.headers)"]],
    ["size(req.headers) > 2", ["'x-a' in req.headers"]],
    ["req.user_agent == 'a'", ["'a' in req.headers['user-agent']"]],
    ["req.url.query == 'a'", ["has(req.url.query)"]],
  ])("does not plainly satisfy %j and none of %j", (own, others) => {
    expect(
      escapes(
        [partsOf(own)],
        others.map((text) => [partsOf(text)]),
      ),
    ).toBe(false);
  });
});

test("the solver knows no reason why an exchange that escapes should not exist", () => {
  const counts = { escaped: 0, tried: 0 };
  const rule = fc.array(alikeCondition, { minLength: 1, maxLength: 2 });
  const property = fc.property(
    rule,
    fc.array(rule, { minLength: 1, maxLength: 3 }),
    (texts, others) => {
      const conditions = texts.flatMap((text) => read(text) ?? []);
      const rules = others.map((other) => other.flatMap((text) => read(text) ?? []));
      if (conditions.length === 0 || rules.some((some) => some.length === 0)) return;
      counts.tried += 1;
      const all = (some: readonly Read[]): Formula => ({
        kind: "all",
        parts: some.map(({ formula }) => formula),
      });
      const isPlain = escapes(
        conditions.map(({ parts }) => parts),
        rules.map((some) => some.map(({ parts }) => parts)),
      );
      // It assumes that the conditions can be true together.
      const own = { formula: all(conditions), outcomes: isTrue };
      if (!isPlain || new Solver().solve([own]).kind === "none") return;
      counts.escaped += 1;
      const goals = [own, ...rules.map((some) => ({ formula: all(some), outcomes: notTrue }))];
      expect(new Solver().solve(goals).kind).not.toBe("none");
    },
  );
  seeded(property, 300, 20_000, 60);
  expect(counts.escaped).toBeGreaterThan(counts.tried / 10);
});

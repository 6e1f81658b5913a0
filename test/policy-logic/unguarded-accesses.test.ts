import { describe, expect, test } from "vitest";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
  type Expression,
} from "@traffic-policy/policy-language";
import { Condition, unguardedAccesses } from "@traffic-policy/policy-logic";

function tree(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.code}`);
  return parsed.tree;
}

function conditionOf(whole: Expression): Condition {
  const checked = checkExpression(whole);
  expect(checked.errors).toEqual([]);
  return new Condition(whole, checked, directionsDialect);
}

const condition = (text: string): Condition => conditionOf(tree(text));

/** The accesses that nothing guards, as they are written. */
function unguarded(text: string, ...given: string[]): string[] {
  return unguardedAccesses(condition(text), given.map(condition)).map(({ span }) =>
    text.slice(span?.start, span?.end),
  );
}

describe("unguardedAccesses", () => {
  test.each([
    ["req.headers['x'][0] == 'a'", ["req.headers['x']", "req.headers['x'][0]"]],
    ["'a' in req.headers['x']", ["req.headers['x']"]],
    ["req.headers.x == ['a']", ["req.headers.x"]],
    ["'x' in req.headers || 'a' in req.headers['x']", ["req.headers['x']"]],
    ["!('x' in req.headers) && 'a' in req.headers['x']", ["req.headers['x']"]],
    ["'y' in req.headers && 'a' in req.headers['x']", ["req.headers['x']"]],
    ["'x' in req.headers && req.headers['x'][1] == 'a'", ["req.headers['x'][1]"]],
    ["size(req.headers['x']) > 0", ["req.headers['x']"]],
    [
      "'x' in req.headers && size(req.headers['x']) > 1 && req.headers['x'][2] == ''",
      ["req.headers['x'][2]"],
    ],
    ["'x' in req.headers ? true : 'a' in req.headers['x']", ["req.headers['x']"]],
    ["{'a': 1}['b'] == 1", ["{'a': 1}['b']"]],
    ["[1, 2][2] == 1", ["[1, 2][2]"]],
    ["[1][-1] == 1", ["[1][-1]"]],
    ["hasReqHeader('X-Id') && req.headers['y-id'] == []", ["req.headers['y-id']"]],
    ["hasReqCookie('x') && req.headers['x'] == []", ["req.headers['x']"]],
    ["getReqHeader('X-Id') == [] && getReqHeader('X-Id')[0] == 'a'", ["getReqHeader('X-Id')[0]"]],
    [
      "req.content_encoding == ['br'] || req.content_encoding[0] == 'a'",
      ["req.content_encoding", "req.content_encoding", "req.content_encoding[0]"],
    ],
    [
      "req.content_encoding != ['br'] && req.content_encoding[0] == 'a'",
      ["req.content_encoding", "req.content_encoding", "req.content_encoding[0]"],
    ],
    ["req.headers.exists(k, req.cookies.exists(k, 'a' in req.headers[k]))", ["req.headers[k]"]],
    [
      "req.headers.exists(k, getReqHeader('X').exists(k, req.headers[k][0] == 'a'))",
      ["req.headers[k]", "req.headers[k][0]"],
    ],
    ["req.content_length > 5", ["req.content_length"]],
    ["req.ContentLength > 5", ["req.ContentLength"]],
    [
      "req.content_length > 5 && req.content_length < 9",
      ["req.content_length", "req.content_length"],
    ],
    ["has(req.url.port) || req.url.port == 80", ["req.url.port"]],
    ["has(req.url.port) == false && req.url.port == 80", ["req.url.port"]],
    ["has(req.url.port) != true && req.url.port == 80", ["req.url.port"]],
    ["(has(req.url.port) ? true : true) && req.url.port == 80", ["req.url.port"]],
    ["has(req.url.path) && req.url.port == 80", ["req.url.port"]],
    ["('x' in req.headers || 'y' in req.headers) && 'a' in req.headers['x']", ["req.headers['x']"]],
    ["getReqCookie('a').value == 'b'", ["getReqCookie('a')"]],
    ["hasReqCookie('b') && getReqCookie('a').value == 'b'", ["getReqCookie('a')"]],
    ["getReqHeader('X') == [] && req.headers['x'] == []", ["req.headers['x']"]],
    ["has(req.content_encoding) && req.content_encoding[0] == 'br'", ["req.content_encoding[0]"]],
    ["has(conn.tls.server.subject) && conn.tls.client.subject == ''", ["conn.tls.client.subject"]],
    ["hasReqHeader('Accept') && req.content_type == 'a'", ["req.content_type"]],
    ["actions.ngrok.log.metadata == {}", ["actions.ngrok.log.metadata"]],
    ["['a'].exists(req, req == 'a') && req.url.port == 80", ["req.url.port"]],
    ["hasReqCookie('a') && getReqCookie('a').path == '/'", ["getReqCookie('a').path"]],
    // Neither of them is found out when both are missing.
    [
      "(req.headers['x'] == [] ? hasReqHeader('Y') : hasReqHeader('Y')) && (req.headers['y'] == [] ? 'x' in req.headers : 'x' in req.headers)",
      ["req.headers['x']"],
    ],
    ["getReqHeader('X').exists(v, v == 'x') && req.headers['y'] == []", ["req.headers['y']"]],
    ["req.headers.exists(k, k != 'x') && req.headers['x'] == []", ["req.headers['x']"]],
    ["req.headers.exists(k, k == 'x' || k == 'y') && req.headers['x'] == []", ["req.headers['x']"]],
    ["getReqHeader('X').all(v, v == 'a') && getReqHeader('X')[0] == 'a'", ["getReqHeader('X')[0]"]],
    ["getReqHeader('X') != ['a'] && getReqHeader('X')[0] == 'b'", ["getReqHeader('X')[0]"]],
    [
      "getReqHeader('X').filter(v, v == 'a') == [] && getReqHeader('X')[0] == 'b'",
      ["getReqHeader('X')[0]"],
    ],
    ["[{'a': 1}].exists(m, 'b' in m && [{'a': 1}].exists(m, m['b'] == 1))", ["m['b']"]],
  ])("%s can fail", (text, accesses) => {
    expect(unguarded(text)).toEqual(accesses);
  });

  test.each([
    "'x' in req.headers && 'a' in req.headers['x']",
    "'a' in req.headers['x'] && 'x' in req.headers",
    "has(req.headers.x) && 'a' in req.headers['x']",
    "'x' in req.headers && req.headers.x[0] == 'a'",
    "!('x' in req.headers) || 'a' in req.headers['x']",
    "!(!('x' in req.headers) || !('a' in req.headers['x']))",
    "'x' in req.headers ? req.headers['x'][0] == 'a' : false",
    "'x' in req.headers && size(req.headers['x']) > 1 && req.headers['x'][1] == ''",
    "'x' in req.headers && 2 <= req.headers['x'].size() && req.headers['x'][1] == ''",
    "'x' in req.headers && !(size(req.headers['x']) < 2) && req.headers['x'][1] == ''",
    "req.headers.exists(name, req.headers[name][0] == 'a')",
    "hasReqHeader('X-Id') && req.headers['x-id'][0] == 'a'",
    "hasReqHeader('X-Id') && getReqHeader('X-Id')[0] == 'a'",
    "'x-id' in req.headers && getReqHeader('X-Id')[0] == 'a'",
    "hasQueryParam('page') && req.url.query_params['page'][0] == '1'",
    "hasReqCookie('session') && req.cookies['session'][0].value == 'a'",
    "size(getReqHeader('X-Id')) > 0 && getReqHeader('X-Id')[0] == 'a'",
    "getReqHeader('X-Id').size() > 1 && getReqHeader('X-Id')[1] == 'a'",
    "getReqHeader('X-Id') != [] && getReqHeader('X-Id')[0] == 'a'",
    "!(getReqHeader('X-Id') == []) && getReqHeader('X-Id')[0] == 'a'",
    "getReqHeader('X-Id') == [] || getReqHeader('X-Id')[0] == 'a'",
    "'a' in getReqHeader('X-Id') && getReqHeader('X-Id')[0] != 'b'",
    "getReqHeader('X-Id').exists(v, v != '') && getReqHeader('X-Id')[0] != 'b'",
    "getReqHeader('X') == ['a', 'b'] && getReqHeader('X')[1] == 'b'",
    "getReqHeader('X').filter(v, v == 'a') != [] && req.headers['x'][0] == 'a'",
    "size(getReqHeader('X').map(v, v + 'a')) > 0 && getReqHeader('X')[0] == 'a'",
    "!getReqHeader('X').all(v, v == 'a') && getReqHeader('X')[0] != 'b'",
    "req.headers.exists(k, k == 'x' && size(req.headers[k]) > 1) && req.headers['x'][0] == 'a'",
    "req.headers.exists_one(k, 'x' == k) && req.headers['x'][0] == 'a'",
    "(has(req.url.port) || false) && req.url.port == 80",
    "(req.headers.exists(k, k == 'z') ? 'x' in req.headers : false) && req.headers['x'] == []",
    "has(req.content_encoding) && 'br' in req.content_encoding && req.content_encoding[0] == 'br'",
    "{'a': 1}['a'] == 1",
    "has(req.url.port) && req.url.port == 80",
    "req.url.port == 80 && has(req.url.port)",
    "has(req.url.port) == true && req.url.port == 80",
    "true == has(req.url.port) && req.url.port == 80",
    "has(req.url.port) != false && req.url.port == 80",
    "!(has(req.url.port) == false) && req.url.port == 80",
    "(has(req.url.port) ? true : false) && req.url.port == 80",
    "!(has(req.url.port) ? false : true) && req.url.port == 80",
    "(!has(req.url.port) ? false : req.method == 'GET') && req.url.port == 80",
    "has(req.url.port) ? req.url.port == 80 : false",
    "!has(req.url.port) || req.url.port == 80",
    "('x' in req.headers || ('x' in req.headers && true)) && 'a' in req.headers['x']",
    "('x' in req.headers) == true && 'a' in req.headers['x']",
    "hasReqCookie('a') && getReqCookie('a').value == 'b'",
    "'a' in req.cookies && getReqCookie('a').value == 'b'",
    "hasReqHeader('Content-Length') && req.content_length > 5",
    "'content-type' in req.headers && req.content_type == 'text/html'",
    "has(req.content_type) && req.content_type.raw == 'text/html'",
    "has(conn.tls.client.subject.common_name) && conn.tls.client.san.dns_names == []",
    "size(getReqHeader('X')) > 0 && 'a' in req.headers['x']",
    "[{'url': {'port': 1}}].exists(req, 'url' in req && 'port' in req.url && req.url.port == 1)",
    "has(actions.ngrok.log.metadata) && 'a' in actions.ngrok.log.metadata",
    "hasReqCookie('a') && has(getReqCookie('a').path) && getReqCookie('a').path == '/'",
    "[1, 2][1] == 1",
    "req.method == 'GET' && req.url.path == '/'",
    "dyn(req.headers)['x'][0] == 'a'",
    "req.headers.exists(k, req.cookies.exists(c, 'a' in req.headers[k]))",
    "'x' in req.headers && req.cookies.exists(x, 'a' in req.headers['x'])",
    "'k' in req.headers && req.cookies.exists(k, 'a' in req.headers['k'])",
  ])("%s cannot", (text) => {
    expect(unguarded(text)).toEqual([]);
  });

  test("the expressions that are given guard as well", () => {
    expect(unguarded("req.headers['x'][0] == 'a'", "'x' in req.headers")).toEqual([]);
    expect(unguarded("req.headers['x'][0] == 'a'", "'y' in req.headers")).toHaveLength(2);
  });

  test("what a condition before has read was there", () => {
    expect(unguarded("req.url.port == 80", "req.url.port > 1")).toEqual([]);
    expect(unguarded("req.headers['x'][0] == 'a'", "req.headers['x'][0] != ''")).toEqual([]);
    expect(unguarded("req.headers['x'][1] == 'a'", "req.headers['x'][0] != ''")).toHaveLength(1);
    expect(unguarded("req.url.port == 80", "req.url.port > 1 || true")).toHaveLength(1);
    expect(unguarded("req.url.port == 80", "!(req.url.port > 1)")).toEqual([]);
    const both = "(req.url.port > 1 && hasReqCookie('a')) == true";
    expect(unguarded("req.url.port == 80", both)).toEqual([]);
    expect(unguarded("req.url.port == 80", "getReqCookie('a').value == ''")).toHaveLength(1);
    expect(unguarded("getReqCookie('a').value == ''", "getReqCookie('a').value != 'b'")).toEqual(
      [],
    );
  });

  test("a chain of ten thousand operands is gone through", () => {
    const operands = Array.from({ length: 10_000 }, (_, index) => tree(`req.host != '${index}'`));
    const port = tree("req.url.port == 80");
    const chain = (operator: "&&" | "||", ...parts: Expression[]): Condition =>
      conditionOf(parts.reduce((left, right) => ({ kind: "binary", operator, left, right })));
    const all = chain("&&", ...operands, port);
    expect(unguardedAccesses(all).map(({ guard }) => guard)).toEqual(["has(req.url.port)"]);
    expect(unguardedAccesses(chain("||", port, ...operands), [all])).toEqual([]);
  });

  test("what comes later counts where it is asked for", () => {
    const find = (text: string, later: string): number =>
      unguardedAccesses(condition(text), [], [condition(later)]).length;
    expect(find("req.url.port == 80", "has(req.url.port)")).toBe(0);
    expect(find("req.url.port == 80", "req.url.port > 1")).toBe(1);
  });

  test("tells no condition for an index below 0, which nothing guards", () => {
    const accesses = unguardedAccesses(condition("[1][-1] == 1 && getReqHeader('X')[-2] == 'a'"));
    expect(accesses.map(({ guard }) => guard)).toEqual([undefined, undefined]);
  });

  test("tells a condition that would guard", () => {
    const accesses = unguardedAccesses(condition("req.headers['x'][0] == 'a'"));
    expect(accesses.map(({ guard }) => guard)).toEqual([
      "'x' in req.headers",
      "size(req.headers['x']) > 0",
    ]);
  });
});

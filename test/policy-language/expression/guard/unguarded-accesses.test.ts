import { describe, expect, test } from "vitest";
import {
  checkExpression,
  parseExpression,
  unguardedAccesses,
  type Expression,
} from "@traffic-policy/policy-language";

function tree(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.code}`);
  return result.tree;
}

/** The accesses that nothing guards, as they are written. */
function unguarded(text: string, ...given: string[]): string[] {
  const parsed = tree(text);
  const { types, errors } = checkExpression(parsed, { text });
  expect(errors).toEqual([]);
  return unguardedAccesses(parsed, types, given.map(tree)).map(({ span }) =>
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
      ["req.content_encoding[0]"],
    ],
    [
      "req.content_encoding != ['br'] && req.content_encoding[0] == 'a'",
      ["req.content_encoding[0]"],
    ],
    ["req.headers.exists(k, req.cookies.exists(k, 'a' in req.headers[k]))", ["req.headers[k]"]],
    [
      "req.headers.exists(k, getReqHeader('X').exists(k, req.headers[k][0] == 'a'))",
      ["req.headers[k]", "req.headers[k][0]"],
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
    "'br' in req.content_encoding && req.content_encoding[0] == 'br'",
    "{'a': 1}['a'] == 1",
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

  test("tells no condition for an index below 0, which nothing guards", () => {
    const parsed = tree("[1][-1] == 1 && req.content_encoding[-2] == 'a'");
    const { types } = checkExpression(parsed);
    expect(unguardedAccesses(parsed, types).map(({ guard }) => guard)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("tells a condition that would guard", () => {
    const parsed = tree("req.headers['x'][0] == 'a'");
    const { types } = checkExpression(parsed);
    expect(unguardedAccesses(parsed, types).map(({ guard }) => guard)).toEqual([
      "'x' in req.headers",
      "size(req.headers['x']) > 0",
    ]);
  });
});

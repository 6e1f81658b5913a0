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
    "{'a': 1}['a'] == 1",
    "[1, 2][1] == 1",
    "req.method == 'GET' && req.url.path == '/'",
    "dyn(req.headers)['x'][0] == 'a'",
  ])("%s cannot", (text) => {
    expect(unguarded(text)).toEqual([]);
  });

  test("the other expressions of a rule guard as well", () => {
    expect(unguarded("req.headers['x'][0] == 'a'", "'x' in req.headers")).toEqual([]);
    expect(unguarded("req.headers['x'][0] == 'a'", "'y' in req.headers")).toHaveLength(2);
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

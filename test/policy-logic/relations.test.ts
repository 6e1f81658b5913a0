import { expect, test } from "vitest";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, isTrue, LogicSession, solve } from "@traffic-policy/policy-logic";

const session = new LogicSession();

/** Whether there are exchanges in which some conditions are true together. */
function answerFor(...conditions: readonly string[]): string {
  const goals = conditions.map((text) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(text);
    const checked = checkExpression(parsed.tree);
    expect(checked.errors).toEqual([]);
    const { formula } = new Condition(parsed.tree, checked, directionsDialect, session);
    return { formula, outcomes: isTrue };
  });
  return solve(goals).kind;
}

test.each([
  ["req.user_agent == 'a' && req.headers['user-agent'][0] == 'b'"],
  [
    "req.user_agent == req.host && req.headers['user-agent'][0] != req.host && req.user_agent != ''",
  ],
  ["req.headers['a'][0] < req.headers['b'][0] && req.headers['b'][0] <= req.headers['a'][0]"],
  ["req.cookies['a'][0].value == req.host && req.host == 'x' && req.cookies['a'][0].value == 'y'"],
  ["req.Method == 'PUT' && req.method == 'GET'"],
  ["req.Host != req.host"],
  ["conn.client_port - conn.server_port > 5 && conn.client_port < conn.server_port"],
  ["conn.client_port + 1 in [conn.server_port] && conn.server_port == 0"],
  ["req.ts.body_received - conn.ts.start > duration('5s') && req.ts.body_received < conn.ts.start"],
  ["req.method in [req.host, 'GET'] && req.method == 'PUT' && req.host != 'PUT'"],
  ["!req.host.startsWith(req.host) || !req.host.contains(req.host)"],
  ["req.url.startsWith('https://') && req.url.scheme == 'http'"],
  ["req.url.port == 80 && req.url == 'http://a:8080/'"],
  ["has(req.url.query) && !req.url.contains('?')"],
  ["req.url.raw == 'HTTP://a/b#c' && req.url.raw_path != '/b'"],
])("%s is never true", (condition) => {
  expect(answerFor(condition)).toBe("none");
});

test.each([
  ["req.user_agent == '' && !('user-agent' in req.headers)"],
  ["req.headers['a'][0] < req.headers['b'][0]"],
  ["req.host != req.url.host"],
  ["req.url.path != req.url.raw_path"],
  ["conn.client_port - conn.server_port == 65535"],
  ["conn.bytes_in != conn.bytes_in"],
  ["req.url.path == req.url.uri && req.url.host == conn.tls.sni"],
  ["req.url == 'https://a/' && !has(req.url.query) && !has(req.url.port)"],
  ["req.url.raw == 'HTTP://a/b#c' && req.url.raw_path == '/b'"],
])("%s may be true", (condition) => {
  expect(answerFor(condition)).toBe("model");
});

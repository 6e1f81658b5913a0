import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { stepsTaken } from "../../../../packages/policy-logic/src/solve.ts";
import { find } from "../../find.ts";

const rule = "flow/shadowed-rule";

const deny = `"actions": [{"type": "deny"}]`;
const log = `"actions": [{"type": "log", "config": {"metadata": {"a": 1}}}]`;
const respond = `"actions": [{"type": "custom-response", "config": {"status_code": 200}}]`;
const addHeaders = `"actions": [{"type": "add-headers", "config": {"headers": {"a": "1"}}}]`;

function inbound(...given: readonly string[]): string {
  return `{"inbound": [${given.join(", ")}]}`;
}

function when(conditions: readonly string[], actions: string): string {
  return `{"expressions": ${JSON.stringify(conditions)}, ${actions}}`;
}

function reached(...given: readonly string[]): string {
  return inbound(...given.slice(0, -1), `«${given.at(-1)}»`);
}

describe(rule, () => {
  test.each([
    reached(
      when(["req.url.path.startsWith('/admin')"], deny),
      when(["req.url.path == '/admin/health'"], respond),
    ),
    reached(when(["req.method == 'A'"], deny), when(["req.method == 'A'"], log)),
    reached(when(["req.method != 'A'"], deny), when(["req.method == 'B'", "req.host == 'c'"], log)),
    reached(
      when(["req.method in ['A', 'B']"], deny),
      when(["req.host == 'c' && (req.method == 'B' || req.method == 'A')"], log),
    ),
    reached(
      when(["req.url.path == '/a' || req.url.path.startsWith('/a/')"], deny),
      when(["req.url.path in ['/a/b', '/a']"], log),
    ),
    reached(when(["req.content_length > 100"], deny), when(["req.content_length > 200"], log)),
    // A whole number is told by its text, and of a text the double by the integer.
    reached(
      when(["string(conn.client_port).matches('^(80|443)$')"], deny),
      when(["conn.client_port == 443"], log),
    ),
    reached(
      when(["double(req.headers['a'][0]) > 1.5", "req.headers['a'][0] != '+3'"], deny),
      when(["uint(req.headers['a'][0]) in [2u, 3u]"], log),
    ),
    reached(
      when(["hasReqHeader('A')"], deny),
      when(["hasReqHeader('A') && req.method == 'B'"], log),
    ),
    reached(when(["!hasReqHeader('A')"], deny), when(["!hasReqHeader('A')", "true"], log)),
    // A rule that can be parsed only in part asks for even less.
    reached(when(["req.method == 'A'"], deny), when(["req.method == 'A'", "("], log)),
    // Headers that are added do not change where the connection comes from.
    reached(
      when(["conn.client_ip == '192.0.2.1'"], deny),
      `{${addHeaders}}`,
      when(["conn.client_ip == '192.0.2.1'"], log),
    ),
    // What a rule changes before it ends processing is seen by nobody.
    reached(
      when(["req.method == 'A'"], deny),
      when(
        ["req.method == 'B'"],
        `"actions": [{"type": "url-rewrite", "config": {"from": "/a", "to": "/b"}}, {"type": "deny"}]`,
      ),
      when(["req.method == 'A'"], log),
    ),
    // Nor what a rule would change that never matches.
    reached(
      when(["req.url.path == '/a'"], deny),
      when(
        ["req.method == 'A'", "req.method == 'B'"],
        `"actions": [{"type": "url-rewrite", "config": {"from": "/b", "to": "/a"}}]`,
      ),
      when(["req.url.path == '/a'"], log),
    ),
  ])("finds %s", (text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message:
          "No request reaches this rule: rule 1 ends processing for every request that it matches.",
        related: [expect.objectContaining({ path: "/inbound/0" })],
      }),
    ]);
  });

  test.each([
    [
      [when(["req.method == 'A'"], deny), when(["req.method == 'B'"], deny)],
      when(["req.method in ['A', 'B']", "req.host == 'c'"], log),
      "rule 1 and rule 2",
    ],
    [
      [
        when(["req.url.path.startsWith('/a')"], deny),
        when(["hasReqHeader('A')"], deny),
        when(["!req.url.path.matches('^/a')", "req.method == 'GET'"], deny),
      ],
      when(["req.method == 'GET'"], log),
      "rule 1 and rule 3",
    ],
    [
      ["10.0.0.0/9", "10.128.0.0/10", "10.192.0.0/10"].map((range) =>
        when([`inCidrRange(conn.client_ip, '${range}')`], deny),
      ),
      when(["inCidrRange(conn.client_ip, '10.0.0.0/8')"], log),
      "rule 1, rule 2 and rule 3",
    ],
    // Whatever the request is, one of them has ended it.
    [
      [when(["req.method == 'A'"], deny), when(["req.method != 'A'"], deny)],
      when(["req.host == 'c'"], log),
      "rule 1 and rule 2",
    ],
    [
      "abcde".split("").map((letter) => when([`req.method == '${letter}'`], deny)),
      when(["req.method in ['a', 'b', 'c', 'd', 'e']"], log),
      "5 earlier rules",
    ],
  ])("finds what several rules take together: %j, %s", (earlier, last, titles) => {
    const { expected, found, diagnostics } = find(rule, reached(...earlier, last));
    expect(found).toEqual(expected);
    expect(diagnostics[0]?.message).toBe(
      `No request reaches this rule: ${titles} together end processing for every request that it matches.`,
    );
    const numbers = titles.match(/(?<=rule )\d/g) ?? ["1", "2", "3", "4", "5"];
    expect(diagnostics[0]?.related?.map(({ path }) => path)).toEqual(
      numbers.map((number) => `/inbound/${Number(number) - 1}`),
    );
  });

  test.each([
    // Some of its requests are left.
    inbound(
      when(["req.method == 'A'"], deny),
      when(["req.method == 'B'"], deny),
      when(["req.method in ['A', 'B', 'C']"], log),
    ),
    // Those of one of the rules are others when the second one is evaluated.
    inbound(
      when(["req.url.path == '/a'"], deny),
      `{"actions": [{"type": "url-rewrite", "config": {"from": "/b", "to": "/a"}}]}`,
      when(["req.url.path == '/b'"], deny),
      when(["req.url.path in ['/a', '/b']"], log),
    ),
    inbound(
      when(["req.url.path == '/admin/health'"], respond),
      when(["req.url.path.startsWith('/admin')"], deny),
    ),
    inbound(when(["req.method == 'A'"], log), when(["req.method == 'A'"], deny)),
    inbound(when(["req.method == 'A'", "req.host == 'b'"], deny), when(["req.method == 'A'"], log)),
    inbound(when(["req.url.path.startsWith('/a/')"], deny), when(["req.url.path == '/a'"], log)),
    inbound(when(["req.content_length > 200"], deny), when(["req.content_length > 100"], log)),
    // The rule between may change what is asked for.
    inbound(
      when(["req.url.path == '/a'"], deny),
      `{"actions": [{"type": "url-rewrite", "config": {"from": "/b", "to": "/a"}}]}`,
      when(["req.url.path == '/a'"], log),
    ),
    inbound(when(["hasReqHeader('A')"], deny), `{${addHeaders}}`, when(["hasReqHeader('A')"], log)),
    inbound(
      when(["conn.client_ip == '192.0.2.1'"], deny),
      `{"actions": [{"type": "unheard-of"}]}`,
      when(["conn.client_ip == '192.0.2.1'"], log),
    ),
    // The time goes on.
    inbound(when(["time.now > '2024'"], deny), when(["time.now > '2024'"], log)),
    // It only ends processing for some of the requests.
    inbound(
      when(["req.method == 'A'"], `"actions": [{"type": "redirect", "config": {"to": "/a"}}]`),
      when(["req.method == 'A'"], log),
    ),
    // The same rule, one that is never reached at all, and one that never matches: rules of their own.
    inbound(when(["req.method == 'A'"], deny), when(["req.method == 'A'"], deny)),
    inbound(`{${deny}}`, when(["req.method == 'A'"], log)),
    inbound(
      when(["req.method == 'A'"], deny),
      when(["req.method == 'A'", "req.method == 'B'"], log),
    ),
    inbound(when(["req.method == 'A'", "("], deny), when(["req.method == 'A'"], log)),
    `{"inbound": [${when(["req.method == 'A'"], deny)}], "outbound": [${when(["req.method == 'A'"], log)}]}`,
    `{"outbound": [${when(["req.method == 'A'"], deny)}, ${when(["req.method == 'A'"], log)}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test.each([
    ["one path each", (index: number) => [`req.url.path == '/${index}'`]],
    ["one prefix each", (index: number) => [`req.url.path.startsWith('/${index}/')`]],
    [
      "the same method and one path",
      (index: number) => ["req.method == 'A'", `req.url.path == '/${index}'`],
    ],
    [
      "a path or a prefix",
      (index: number) => [`req.url.path == '/${index}' || req.url.path.startsWith('/${index}/')`],
    ],
    ["a part of the path", (index: number) => [`req.url.path.contains('${index}x')`]],
    [
      "a range",
      (index: number) => [`req.content_length > ${index} && req.content_length < ${index + 9}`],
    ],
    [
      "a header",
      (index: number) => [`'a' in req.headers && req.headers['a'].exists(v, v == '${index}')`],
    ],
  ])("takes no more work for each of many rules: %s", (_what, conditions) => {
    const settings = Object.fromEntries([...rules.keys()].map((name) => [name, "off" as const]));
    const workOf = (count: number): number => {
      const given = Array.from({ length: count }, (_, index) => when(conditions(index), deny));
      const before = stepsTaken();
      lintPolicy(jsonPolicySource("policy.json", inbound(...given)), {
        settings: { ...settings, [rule]: "warning" },
      });
      return (stepsTaken() - before) / count;
    };
    const [few, many] = [workOf(40), workOf(120)];
    expect(many).toBeLessThan(80);
    expect(many).toBeLessThan(few * 1.2 + 1);
  });
});

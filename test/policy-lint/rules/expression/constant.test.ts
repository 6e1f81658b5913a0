import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/constant";

describe(rule, () => {
  test.each([
    {
      marked: "«req.method != 'GET' || req.method != 'HEAD'»",
      told: {
        severity: "warning",
        message: "req.method != 'GET' || req.method != 'HEAD' is always true.",
        help: "Two != joined with || are always true: write && to exclude both values.",
      },
    },
    {
      marked: "«size(req.method) / (1 - 1) == 3»",
      told: { message: "size(req.method) / (1 - 1) == 3 always fails." },
    },
    { marked: "«1 == 1»", told: { message: "1 == 1 is always true." } },
    { marked: "«'a' == 'b'»", told: { message: "'a' == 'b' is always false." } },
    { marked: "«size('abc') > 2»", told: { message: "size('abc') > 2 is always true." } },
    {
      marked: "«size(req.cookies) >= 0»",
      told: { message: "size(req.cookies) >= 0 is always true." },
    },
    {
      marked: "«size(req.cookies) < 0»",
      told: { message: "size(req.cookies) < 0 is always false." },
    },
    { marked: "«true»", told: { severity: "info", message: "true is always true." } },
    { marked: "«false»", told: { severity: "info", message: "false is always false." } },
    {
      marked: "req.method == 'POST' || «req.url.path.matches('/^a/')»",
      told: { fixed: "req.method == 'POST'", safe: false },
    },
    {
      marked: "req.method == 'POST' && «true»",
      told: { severity: "warning", fixed: "req.method == 'POST'", safe: true },
    },
    {
      marked: "(«true» && (req.method == 'PUT')) || req.method == 'POST'",
      told: { fixed: "((req.method == 'PUT')) || req.method == 'POST'", safe: true },
    },
    {
      marked: "(«'a'.contains('b')») || req.method == 'POST'",
      told: { message: "'a'.contains('b') is always false.", fixed: "req.method == 'POST'" },
    },
    {
      marked: "«req.method == req.method»",
      told: { message: "req.method == req.method is always true." },
    },
    {
      marked: "«req.headers['a'] == req.headers['a']»",
      told: { message: "req.headers['a'] == req.headers['a'] is never false." },
    },
    {
      marked: "«req.headers['a'][0] in []»",
      told: { message: "req.headers['a'][0] in [] is never true." },
    },
    {
      marked: "!«req.url.path.startsWith('')»",
      told: { message: "req.url.path.startsWith('') is always true." },
    },
    {
      marked: "getReqHeader('A').exists(v, «v != 'a' || v != 'b'»)",
      told: { message: "v != 'a' || v != 'b' is always true." },
    },
    {
      marked: "(«1 > 2» ? req.method : req.host) == 'a'",
      told: { message: "1 > 2 is always false." },
    },
    {
      marked: "«req.content_length > 9223372036854775807»",
      told: { message: "req.content_length > 9223372036854775807 is never true." },
    },
    {
      marked: "«req.content_length >= 5 || req.content_length < 10»",
      told: { message: "req.content_length >= 5 || req.content_length < 10 is never false." },
    },
    {
      marked: "«timestamp('2024-01-01T00:00:00Z') < timestamp('2024-01-01T01:00:00+02:00')»",
      told: {
        message: "timestamp('2024-01-01T00:00:00Z') < timestamp('2024-01-01T0… is always false.",
      },
    },
    { marked: "«duration('90s') == duration('1m30s')»", told: {} },
    {
      marked: "«timestamp(time.now).getDayOfWeek() == 7»",
      told: {
        message: "timestamp(time.now).getDayOfWeek() == 7 is never true.",
        help: "The rule never matches: correct the condition, or remove the rule.",
      },
    },
    {
      marked: "req.method == 'POST' || !(«conn.ts.start.getMonth('Europe/Oslo') in [12, 13]»)",
      told: {
        message: "conn.ts.start.getMonth('Europe/Oslo') in [12, 13] is never true.",
      },
    },
    { marked: "«timestamp(time.now).getHours() > 23»", told: {} },
    {
      marked: "«conn.ts.start.getHours() >= 0 && conn.ts.start.getHours() <= 23»",
      told: { help: "It has no effect: correct it." },
    },
    {
      marked: "«res.status_code >= 100»",
      told: { message: "res.status_code >= 100 is always true." },
    },
    {
      marked: "!(«conn.client_port <= 65535»)",
      told: { message: "conn.client_port <= 65535 is always true." },
    },
    {
      marked: "«req.url == '/a'»",
      told: { message: "req.url == '/a' is always false." },
    },
    {
      marked: "«!req.url.startsWith('http://') || !req.url.startsWith('https://')»",
      told: {},
    },
    {
      marked: "«req.url.contains(req.url.path)»",
      told: { message: "req.url.contains(req.url.path) is always true." },
    },
    {
      marked: "«req.url.endsWith(req.url.query)»",
      told: { message: "req.url.endsWith(req.url.query) is never false." },
    },
    {
      marked: "«string(conn.client_port).startsWith('x')»",
      told: { message: "string(conn.client_port).startsWith('x') is always false." },
    },
    {
      marked: "«size('port ' + string(conn.client_port)) <= 10»",
      told: {},
    },
    { marked: "«timestamp(time.now).getFullYear() == 10000»", told: {} },
    {
      marked: "«conn.ts.start.getDate() != 0»",
      told: { message: "conn.ts.start.getDate() != 0 is always true." },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    {
      what: "two != with || between them",
      marked: "«req.method != 'GET' || req.method != 'HEAD'»",
      help: "Two != joined with || are always true: write && to exclude both values.",
    },
    {
      what: "two != with || between them among others",
      marked: "«req.host == 'a' || req.headers['a'][0] != 'a' || req.headers['a'][0] != 'b'»",
      help: "Two != joined with || are always true: write && to exclude both values.",
    },
    {
      what: "other sides of which one is always true",
      marked: "«req.content_length >= 5 || req.content_length < 10»",
      help: "For every value one of its sides is true: correct it, perhaps with &&.",
    },
    {
      what: "a false operand of ||",
      marked: "req.method == 'GET' || «'a' == 'b'»",
      help: "It has no effect in the ||: remove it, or correct it.",
    },
    {
      what: "a true operand of ||",
      marked: "req.method == 'GET' || «1 < 2»",
      help: "It makes the whole || always true: correct it.",
    },
    {
      what: "an operand of || that is true or fails",
      marked: "req.method == 'GET' || «req.headers['a'] == req.headers['a']»",
      help: "It makes the whole || never false: correct it.",
    },
    {
      what: "a true operand of &&",
      marked: "req.method == 'GET' && «size(req.headers) >= 0»",
      help: "It has no effect in the &&: remove it, or correct it.",
    },
    {
      what: "a false operand of &&",
      marked: "req.method == 'GET' && «req.headers['a'][0] in []»",
      help: "It makes the whole && never true: correct it.",
    },
    {
      what: "an operand of && that is true or fails",
      marked: "req.method == 'GET' && «req.headers['a'] == req.headers['a']»",
      help: "It only decides whether the rule fails: correct it.",
    },
    {
      what: "a whole condition that is true",
      marked: "«size(req.headers) >= 0»",
      help: "It has no effect: correct it.",
    },
    {
      what: "a whole condition that is false",
      marked: "«'a' == 'b'»",
      help: "The rule never matches: correct the condition, or remove the rule.",
    },
    {
      what: "a whole condition that is true or fails",
      marked: "«req.headers['a'] == req.headers['a']»",
      help: "It only decides whether the rule fails: correct it.",
    },
    {
      what: "true",
      marked: "«true»",
      help: "Remove it: a rule without conditions always matches.",
    },
    {
      what: "false",
      marked: "«false»",
      help: "The rule never matches: correct the condition, or remove the rule.",
    },
    {
      what: "a condition of ?:",
      marked: "(«1 > 2» ? req.method : req.host) == 'a'",
      help: "It has no effect: correct it.",
    },
  ])("says of $what what to do", ({ marked, help }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told.map((finding) => finding.help)).toEqual([help]);
  });

  test("finds one in an interpolation", () => {
    const { expected, found } = find(
      rule,
      `{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"a": "b \${«1 == 1» ? 'c' : 'd'}"}}}]}]}`,
    );
    expect(found).toEqual(expected);
  });

  test.each([
    "req.method != 'GET' && req.method != 'HEAD'",
    "req.method == 'GET' || req.method != 'HEAD'",
    "res.status_code != 200 && res.status_code != 204",
    "size(req.cookies) > 0",
    "req.url.path.startsWith('/')",
    // A double can be the number that is no number.
    "double(conn.geo.latitude) >= 45.0 || double(conn.geo.latitude) < 45.0",
    "double(conn.geo.latitude) == double(conn.geo.latitude)",
    // The time is another one each time.
    "time.now == time.now",
    "conn.bytes_in < conn.bytes_in",
    "'a' in req.headers || !('b' in req.headers)",
    "req.method != 'GET' || req.host != 'a.example'",
    // So has what fails for every request, whatever is around it.
    "[10, 20][2] == 20",
    "[10, 20][2] == 20 || req.method == 'GET'",
    "req.method == 'GET' ? ['a'][1] == 'b' : {'a': 1}['b'] == 1",
    "size(req.method) / 0 == 3",
    // What contradicts itself has a rule of its own.
    "req.method == 'GET' && req.method == 'PUT'",
    "!(req.method == 'GET' && req.method == 'PUT')",
    // What is wrong in itself has one, too.
    "req.methods != 'GET' || req.methods != 'PUT'",
    "req.content_length != '1' || req.content_length != '2'",
    "req.method == 'GET' ? true : req.host == 'a.example'",
    "req.url.path.matches('^/a') || !req.url.path.matches('^/b')",
    "getReqHeader('A').all(v, v != 'a')",
    // Both ends of what can be are written for symmetry.
    "timestamp(time.now).getHours() >= 0 && timestamp(time.now).getHours() < 9",
    "res.status_code >= 100 && res.status_code < 200",
    "req.url.uri.contains(req.url.host)",
    "req.url.path.contains(req.url.uri)",
    "string(req.content_length).endsWith('0')",
    "timestamp(time.now).getDayOfWeek() in [6, 7]",
    "(timestamp(time.now) - conn.ts.start).getHours() > 24",
    "time.now == time.now",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text, { direction: "outbound" }).found).toEqual([]);
  });
});

test("of many operands that are always true together, those that are enough are named", () => {
  const operands = [
    "req.method == 'GET'",
    "req.url.path != '/a'",
    "req.host == 'b'",
    "req.url.path != '/c'",
  ];
  const text = operands.join(" || ");
  const json = JSON.stringify({ inbound: [{ expressions: [text], actions: [{ type: "deny" }] }] });
  const [found] = find(rule, json).diagnostics;
  const places = found?.related?.map(({ location: { start, end } = none }) =>
    json.slice(start.column - 1, end.column - 1),
  );
  expect(places).toEqual(["req.url.path != '/a'", "req.url.path != '/c'"]);
});

const none = { start: { line: 0, column: 0 }, end: { line: 0, column: 0 } };

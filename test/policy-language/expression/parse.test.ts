import { describe, expect, test } from "vitest";
import { describeParseError, parseExpression } from "@traffic-policy/policy-language";
import { treeOf, withoutSpans } from "./without-spans.ts";

describe("parseExpression", () => {
  test("builds our own tree, with the place of every node", () => {
    expect(treeOf("req.method == 'GET'")).toEqual({
      kind: "binary",
      operator: "==",
      span: { start: 0, end: 19 },
      operatorSpan: { start: 11, end: 13 },
      left: {
        kind: "select",
        field: "method",
        span: { start: 0, end: 10 },
        fieldSpan: { start: 4, end: 10 },
        operand: { kind: "identifier", name: "req", span: { start: 0, end: 3 } },
      },
      right: { kind: "literal", type: "string", value: "GET", span: { start: 14, end: 19 } },
    });
  });

  test.each([
    ["true", { type: "bool", value: true }],
    ["null", { type: "null", value: null }],
    ["42", { type: "int", value: 42n }],
    ["007", { type: "int", value: 7n }],
    ["-1", { type: "int", value: -1n }],
    ["0x1F", { type: "int", value: 31n }],
    ["-0xe", { type: "int", value: -14n }],
    ["42u", { type: "uint", value: 42n }],
    ["0xFFU", { type: "uint", value: 255n }],
    ["9223372036854775807", { type: "int", value: 9223372036854775807n }],
    ["-9223372036854775808", { type: "int", value: -9223372036854775808n }],
    ["18446744073709551615u", { type: "uint", value: 18446744073709551615n }],
    ["1.5", { type: "double", value: 1.5 }],
    ["-1.5", { type: "double", value: -1.5 }],
    [".5", { type: "double", value: 0.5 }],
    ["1e5", { type: "double", value: 100_000 }],
    ["1.5E-3", { type: "double", value: 0.0015 }],
    ["1e-999", { type: "double", value: 0 }],
    ["r'\\d'", { type: "string", value: "\\d" }],
    ["R'\\'", { type: "string", value: "\\" }],
    ["'\\u00e9\\n'", { type: "string", value: "é\n" }],
    [
      "'\\a\\b\\f\\n\\r\\t\\v\\\\\\?\\\"\\'\\`'",
      { type: "string", value: "\x07\b\f\n\r\t\v\\?\"'`" },
    ],
    ["'\\x41\\X41\\101\\U0001F600'", { type: "string", value: "AAA😀" }],
    ["''", { type: "string", value: "" }],
    ["''''''", { type: "string", value: "" }],
    ["'''it's \"it\"\n'''", { type: "string", value: 'it\'s "it"\n' }],
    ["r'''\\'''", { type: "string", value: "\\" }],
    ["b'a\\xff\\377'", { type: "bytes", value: new Uint8Array([97, 255, 255]) }],
    ["b'é€😀'", { type: "bytes", value: new TextEncoder().encode("é€😀") }],
    ["B'é\\n'", { type: "bytes", value: new Uint8Array([0xc3, 0xa9, 10]) }],
    ["br'\\d'", { type: "bytes", value: new Uint8Array([92, 100]) }],
    ['bR"""\'"""', { type: "bytes", value: new Uint8Array([39]) }],
  ])("reads the literal %s", (text, literal) => {
    expect(treeOf(text)).toMatchObject({ kind: "literal", ...literal });
  });

  test.each([
    ["a || b || c", "(a || b) || c"],
    ["a || b && c", "a || (b && c)"],
    ["a == b == c", "(a == b) == c"],
    ["a == b < c", "(a == b) < c"],
    ["a < b == c", "(a < b) == c"],
    ["a in b in c", "(a in b) in c"],
    ["a + b == c - d", "(a + b) == (c - d)"],
    ["a - b - c", "(a - b) - c"],
    ["a - b * c", "a - (b * c)"],
    ["a / b % c", "(a / b) % c"],
    ["-a.b", "-(a.b)"],
    ["!a in b", "(!a) in b"],
    ["-a + b", "(-a) + b"],
    ["a-1", "a - (1)"],
    ["4--4", "4 - (-4)"],
    ["--1", "-(-1)"],
    ["- // minus\n 1", "-1"],
    ["-1u", "-(1u)"],
    ["-1.f()", "(-1).f()"],
    ["!-1", "!(-1)"],
    ["a ? b : c ? d : e", "a ? b : (c ? d : e)"],
    ["a ? b : c || d", "a ? b : (c || d)"],
    ["a || b ? c : d", "(a || b) ? c : d"],
    ["a\t\n\f\r .b", "a.b"],
    ["a // comment", "a"],
    ["// 'comment\na", "a"],
    ["[1, 2,]", "[1, 2]"],
    ["[,]", "[]"],
    ["{,}", "{}"],
    ["{'a': 1,}", "{'a': 1}"],
    ["1in[1]", "1 in [1]"],
    [". a", ".a"],
  ])("reads %s as %s", (text, same) => {
    expect(withoutSpans(treeOf(text))).toEqual(withoutSpans(treeOf(same)));
  });

  test.each([
    [".a", { kind: "identifier", name: "a", absolute: true }],
    [".a.b", { kind: "select", field: "b", operand: { name: "a", absolute: true } }],
    [".has(a)", { kind: "call", name: "has", absolute: true }],
    ["a.for", { kind: "select", field: "for" }],
    ["a.has(b)", { kind: "call", name: "has" }],
    ["has(a, b)", { kind: "call", name: "has" }],
    ["a.exists(1)", { kind: "call", name: "exists" }],
    ["a.map((x), x)", { kind: "call", name: "map" }],
    ["-(1)", { kind: "unary", operator: "-", operand: { value: 1n } }],
  ])("takes %s, as CEL does", (text, node) => {
    expect(treeOf(text)).toMatchObject(node);
  });

  test("a text longer than the limit is refused as a whole", () => {
    const text = "a".repeat(100_001);
    const result = parseExpression(text);
    const error = { code: "too-long", span: { start: 0, end: text.length }, detail: "100000" };
    expect(result).toEqual({ ok: false, error });
    expect(parseExpression("a".repeat(100_000)).ok).toBe(true);
    expect(parseExpression("abc", { maxLength: 2 })).toMatchObject({ error: { detail: "2" } });
  });

  test("the depth is that of the tree, and of the brackets", () => {
    expect(parseExpression("[[a]]", { maxDepth: 3 }).ok).toBe(true);
    expect(parseExpression("[[a]]", { maxDepth: 2 }).ok).toBe(false);
    expect(parseExpression("((a))", { maxDepth: 3 }).ok).toBe(true);
    expect(parseExpression("((a))", { maxDepth: 2 }).ok).toBe(false);
    expect(parseExpression("a + b + c", { maxDepth: 3 }).ok).toBe(true);
    expect(parseExpression("a + b + c", { maxDepth: 2 }).ok).toBe(false);
    expect(parseExpression("f(a, b, c)[0].d + e", { maxDepth: 5 }).ok).toBe(true);
    expect(parseExpression("f(a, b, c)[0].d + e", { maxDepth: 4 }).ok).toBe(false);
  });

  test("takes a list of thousands of items", () => {
    const text = `conn.client_ip in [${Array.from({ length: 5000 }, (_, i) => `'${i}'`).join(", ")}]`;
    expect(parseExpression(text).ok).toBe(true);
  });
});

describe("describeParseError", () => {
  test.each([
    ["a === b", "=== is not CEL.", "Write == to compare."],
    ["a AND b", "AND is not CEL.", "Write && for “and”."],
    ["a not  in b", "not in is not CEL.", "Write !(item in list)."],
    ["ip == 8.8.8.8", "The address 8.8.8.8 has no quotes.", /^Write '8\.8\.8\.8'/],
    ["`a", "` is not CEL.", "Remove it, or write text in ' or \"."],
    ["f(a", "The bracket ( is not closed.", "Add the closing )."],
    ["x == 'Let's'", "The string ends at this ', but text follows.", /^Write \\' .* put .* in "/],
    ["x == 'a", "The string that starts with 'a is not closed.", /^Add the closing ';/],
    ['x == b"a', 'The string that starts with b"a is not closed.', /^Add the closing ";/],
    ["a ? b", "This ? has no matching :.", "Write condition ? value : other."],
    ["a.`b-c`", "A field in back-quotes is not supported.", "Write it as a key: map['b-c']."],
    ["has(a)", "has() accepts a field, such as has(a.b).", /'key' in map/],
    [
      "a.all(1, b)",
      /first argument of all\(\) must be a plain name/,
      /^Write list\.all\(item, …\)/,
    ],
    ["let x = 1", /^let is a reserved word/, /^An expression cannot define variables/],
    ["a in 'b', 'c'", ", is not allowed here.", /items of a list in square brackets/],
    ["constructor x", "An operator is missing before x.", /&& or \|\|/],
  ])("for %s", (text, message, help) => {
    const result = parseExpression(text);
    if (result.ok) throw new Error(`${text} is right`);
    const sentence = describeParseError(result.error);
    expect(sentence.message).toMatch(message);
    expect(sentence.help).toMatch(help);
  });
});

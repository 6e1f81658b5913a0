import { describe, expect, test } from "vitest";
import { describeSyntaxError, parseExpression } from "@traffic-policy/policy-language";

function parsed(text: string): unknown {
  const result = parseExpression(text);
  return result.ok ? result.tree : result.error;
}

describe("parseExpression", () => {
  test("builds our own tree, with the span of every node", () => {
    expect(parsed("req.method == 'GET'")).toEqual({
      kind: "binary",
      operator: "==",
      span: { start: 0, end: 19 },
      left: {
        kind: "select",
        field: "method",
        span: { start: 0, end: 10 },
        operand: { kind: "identifier", name: "req", span: { start: 0, end: 3 } },
      },
      right: { kind: "literal", type: "string", value: "GET", span: { start: 14, end: 19 } },
    });
  });

  test.each([
    ["true", { type: "bool", value: true }],
    ["null", { type: "null", value: null }],
    ["42", { type: "int", value: 42n }],
    ["42u", { type: "uint", value: 42n }],
    ["9223372036854775807", { type: "int", value: 9223372036854775807n }],
    ["1.5", { type: "double", value: 1.5 }],
    ["r'\\d'", { type: "string", value: "\\d" }],
    ["'\\u00e9\\n'", { type: "string", value: "é\n" }],
    ["b'a\\xff'", { type: "bytes", value: new Uint8Array([97, 255]) }],
  ])("reads the literal %s", (text, literal) => {
    expect(parsed(text)).toMatchObject({ kind: "literal", ...literal });
  });

  test.each([
    ["a[0]", "index"],
    ["!a", "unary"],
    ["a ? b : c", "conditional"],
    ["[1, 2]", "list"],
    ["{'a': 1}", "map"],
    ["f(a)", "call"],
    ["a.exists(x, x == 1)", "call"],
  ])("%s is a node of kind %s", (text, kind) => {
    expect(parsed(text)).toMatchObject({ kind });
  });

  test.each([
    ["", "empty", [0, 0]],
    ["  ", "empty", [0, 2]],
    ["conn.client_ip == '110.0.0.1", "unclosed-string", [18, 28]],
    ["a == 'x\ny'", "newline-in-string", [7, 8]],
    ["a == '\\q'", "invalid-escape", [6, 8]],
    ["conn.client_ip != 9.9.9.9", "unexpected-token", [22, 25]],
    ["a === b", "unexpected-token", [4, 5]],
    ["a == ", "unexpected-end", [3, 4]],
    ["(a", "unexpected-end", [1, 2]],
    ["req.url == 'x')", "unexpected-token", [14, 15]],
    ["for", "reserved-word", [0, 3]],
    ["a.exists(1, b)", "invalid-macro", [9, 10]],
    [`${"(".repeat(2000)}a`, "too-deep", expect.anything()],
    [Array.from({ length: 3000 }, () => "a").join(" || "), "too-deep", expect.anything()],
    ["a".repeat(200_000), "too-long", [0, 200_000]],
  ])("refuses %.40s as %s", (text, code, span) => {
    const result = parseExpression(text);
    expect(result).toMatchObject({ ok: false, error: { code } });
    if (result.ok) return;
    const { start, end } = result.error.span;
    expect([start, end]).toEqual(span);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(text.length);
    const { message, help } = describeSyntaxError(result.error);
    expect(message).toMatch(/^[^\n]{5,150}\.$/);
    expect(help).toMatch(/^[^\n]{5,150}\.$/);
  });

  test("takes a list of thousands of items", () => {
    const text = `conn.client_ip in [${Array.from({ length: 5000 }, (_, i) => `'${i}'`).join(", ")}]`;
    expect(parseExpression(text).ok).toBe(true);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseExpression,
  printExpression,
  type BinaryOperator,
  type Expression,
} from "@traffic-policy/policy-language";
import { seeded } from "../../seeded.ts";

function reprint(text: string): string {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.code}`);
  return printExpression(result.tree);
}

describe("printExpression", () => {
  test.each([
    ["(a || b) && c", "(a || b) && c"],
    ["a || (b && c)", "a || b && c"],
    ["((a))", "a"],
    ["a - (b - c)", "a - (b - c)"],
    ["(a - b) - c", "a - b - c"],
    ["!(a == b)", "!(a == b)"],
    ["(!a)[0]", "(!a)[0]"],
    ["(a ? b : c) ? d : e", "(a ? b : c) ? d : e"],
    ["a ? b : (c ? d : e)", "a ? b : c ? d : e"],
    ["-(-1)", "-(-1)"],
    ['"it is"', "'it is'"],
    [`"it's"`, `"it's"`],
    [`'a"b\\'c'`, `'a"b\\'c'`],
    ["r'\\d+'", "'\\\\d+'"],
    ["[1,2u,1.0]", "[1, 2u, 1.0]"],
    ["{'a':1}", "{'a': 1}"],
    ["a.b(c).d['e']", "a.b(c).d['e']"],
  ])("prints %s as %s", (text, expected) => {
    expect(reprint(text)).toBe(expected);
  });

  test("what is printed is parsed back to the same tree", () => {
    seeded(
      fc.property(expressions, (tree) => {
        expect(withoutSpans(parseExpression(printExpression(tree)))).toEqual({ ok: true, tree });
      }),
    );
  });

  test("a value that CEL has no literal for is refused", () => {
    const literals: Expression[] = [
      { kind: "literal", type: "string", value: "\ud800" },
      { kind: "literal", type: "double", value: Number.NaN },
      { kind: "literal", type: "int", value: 2n ** 63n },
      { kind: "literal", type: "uint", value: -1n },
    ];
    for (const literal of literals) expect(() => printExpression(literal)).toThrow(RangeError);
  });
});

const names = fc.constantFrom("a", "req", "url_path", "x1");

// Negative numbers are left to the unary operator, as the parser leaves them.
const literals: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .string({ unit: "binary" })
    .map((value): Expression => ({ kind: "literal", type: "string", value })),
  fc
    .bigInt({ min: 0n, max: 2n ** 63n - 1n })
    .map((value): Expression => ({ kind: "literal", type: "int", value })),
  fc
    .bigInt({ min: 0n, max: 2n ** 64n - 1n })
    .map((value): Expression => ({ kind: "literal", type: "uint", value })),
  fc
    .double({ min: 0, noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0))
    .map((value): Expression => ({ kind: "literal", type: "double", value })),
  fc.boolean().map((value): Expression => ({ kind: "literal", type: "bool", value })),
  fc.uint8Array({ maxLength: 8 }).map((value): Expression => ({
    kind: "literal",
    type: "bytes",
    value: Uint8Array.from(value),
  })),
  fc.constant<Expression>({ kind: "literal", type: "null", value: null }),
);

const operators = fc.constantFrom<BinaryOperator>(
  "||",
  "&&",
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "in",
  "+",
  "-",
  "*",
  "/",
  "%",
);

const { expressions } = fc.letrec<{ expressions: Expression }>((tie) => {
  const inner = tie("expressions");
  return {
    expressions: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      literals,
      names.map((name): Expression => ({ kind: "identifier", name })),
      fc.record({ kind: fc.constant("select"), operand: inner, field: names }),
      fc.record({ kind: fc.constant("index"), operand: inner, index: inner }),
      fc.record({
        kind: fc.constant("call"),
        name: names,
        arguments: fc.array(inner, { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant("call"),
        name: names,
        target: inner,
        arguments: fc.array(inner, { maxLength: 2 }),
      }),
      fc.record({
        kind: fc.constant("unary"),
        operator: fc.constantFrom("!", "-"),
        operand: inner,
      }),
      fc.record({ kind: fc.constant("binary"), operator: operators, left: inner, right: inner }),
      fc.record({
        kind: fc.constant("conditional"),
        condition: inner,
        whenTrue: inner,
        whenFalse: inner,
      }),
      fc.record({ kind: fc.constant("list"), elements: fc.array(inner, { maxLength: 3 }) }),
      fc.record({
        kind: fc.constant("map"),
        entries: fc.array(fc.record({ key: inner, value: inner }), { maxLength: 2 }),
      }),
    ) as fc.Arbitrary<Expression>,
  };
});

function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  const members = Object.entries(value).filter(([key]) => key !== "span");
  return Object.fromEntries(members.map(([key, member]) => [key, withoutSpans(member)]));
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseExpression, printExpression, type Expression } from "@traffic-policy/policy-language";
import { seeded } from "../../seeded.ts";
import { arbitraryTree } from "./arbitrary-tree.ts";
import { treeOf, withoutSpans } from "./without-spans.ts";

function reprint(text: string): string {
  return printExpression(treeOf(text));
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
    ["a ? (b || c) : d", "a ? b || c : d"],
    ["a ? (b ? c : d) : e", "a ? (b ? c : d) : e"],
    ["(a < b) == c", "(a < b) == c"],
    ["a < b == c", "(a < b) == c"],
    ["a == (b < c)", "a == (b < c)"],
    ["-1", "-1"],
    ["- 1", "-1"],
    ["-(1)", "-(1)"],
    ["-(-1)", "-(-1)"],
    ["--1", "-(-1)"],
    ["--a", "-(-a)"],
    ["!!a", "!!a"],
    ["!(-a)", "!(-a)"],
    ["-(!a)", "-(!a)"],
    ["-(1.f())", "-(1.f())"],
    ["-1.f()", "(-1).f()"],
    ["a - -1", "a - -1"],
    ["-1 * 2", "-1 * 2"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["-0.0", "-0.0"],
    ["1e3", "1000.0"],
    [".5", "0.5"],
    ["0x1F", "31"],
    [".a.b", ".a.b"],
    [".f(a)", ".f(a)"],
    ["has(a.b)", "has(a.b)"],
    ["a.exists(x,x==1)", "a.exists(x, x == 1)"],
    ['"it is"', "'it is'"],
    [`"it's"`, `"it's"`],
    [`'a"b\\'c'`, `'a"b\\'c'`],
    [`'a"b\\'c\\'d'`, `"a\\"b'c'd"`],
    ["'\\u202e'", "'\\u202e'"],
    ["'\\x07\\n'", "'\\x07\\n'"],
    ["b'it\\'s é'", `b"it's \\xc3\\xa9"`],
    ["r'\\d+'", "'\\\\d+'"],
    ["[1,2u,1.0]", "[1, 2u, 1.0]"],
    ["{'a':1}", "{'a': 1}"],
    ["a.b(c).d['e']", "a.b(c).d['e']"],
  ])("prints %s as %s", (text, expected) => {
    expect(reprint(text)).toBe(expected);
  });

  test("what is printed is parsed back to the same tree", () => {
    seeded(
      fc.property(arbitraryTree, (tree) => {
        expect(withoutSpans(parseExpression(printExpression(tree)))).toEqual({ ok: true, tree });
      }),
    );
  });

  test("parentheses are only where they are needed", () => {
    seeded(
      fc.property(arbitraryTree, (tree) => {
        const text = printExpression(tree);
        for (const without of withoutOnePair(text)) {
          const result = parseExpression(without);
          expect(result.ok && withoutSpans(result.tree), `${text} → ${without}`).not.toEqual(tree);
        }
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

  test.each<[string, Expression]>([
    ["a keyword", { kind: "identifier", name: "in" }],
    ["a reserved word", { kind: "identifier", name: "for" }],
    ["a name with a dash", { kind: "identifier", name: "user-agent" }],
    [
      "a field that is a keyword",
      { kind: "select", operand: { kind: "identifier", name: "a" }, field: "true" },
    ],
    ["a function that is text", { kind: "call", name: "a('", arguments: [] }],
  ])("%s is refused as a name", (_what, tree) => {
    expect(() => printExpression(tree)).toThrow(RangeError);
  });
});

// The printer adds some pairs for the reader: around a relation in a relation, and after a minus.
function withoutOnePair(text: string): string[] {
  const pairs: string[] = [];
  const tokens = text.matchAll(/'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*"|[()]/gs);
  const open: number[] = [];
  for (const { 0: token, index } of tokens) {
    if (token === "(") open.push(index);
    if (token !== ")") continue;
    const start = open.pop() ?? 0;
    const isCall = /[\w]$/.test(text.slice(0, start)) && !/\bin$/.test(text.slice(0, start));
    const inner = text.slice(start + 1, index);
    const isForReader = text[start - 1] === "-" || text[start - 1] === "!" || relation.test(inner);
    if (!isCall && !isForReader && !inner.startsWith("-")) {
      pairs.push(`${text.slice(0, start)} ${inner} ${text.slice(index + 1)}`);
    }
  }
  return pairs;
}

const relation = /[=<>]| in /;

import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { printExpression, type Expression, type Span } from "@traffic-policy/policy-language";
import { childrenOf } from "@traffic-policy/policy-language/internal";
import { seeded } from "../../seeded.ts";
import { arbitraryTree } from "./arbitrary-tree.ts";
import { treeOf, withoutSpans } from "./without-spans.ts";

function partsOf(text: string): [what: string, part: string][] {
  return nodesOf(treeOf(text)).flatMap((node) => {
    const spans = Object.entries(node).filter(([key]) => /^span$|Span$/.test(key));
    return spans.map(([key, { start, end }]): [string, string] => [
      `${node.kind}.${key}`,
      text.slice(start, end),
    ]);
  });
}

describe("every node has its place", () => {
  test.each<[text: string, parts: Record<string, string>]>([
    ["(a.b) == 1u", { "binary.span": "(a.b) == 1u", "select.span": "a.b", "literal.span": "1u" }],
    ["(a)[0]", { "index.span": "(a)[0]", "identifier.span": "a", "literal.span": "0" }],
    ["((a)).b", { "select.span": "((a)).b", "select.fieldSpan": "b" }],
    ["( a )\n.b", { "select.span": "( a )\n.b", "identifier.span": "a" }],
    ["((a + b))", { "binary.span": "a + b", "binary.operatorSpan": "+" }],
    ["a in (b)", { "binary.span": "a in (b)", "binary.operatorSpan": "in" }],
    ["(a) ? b : (c)", { "conditional.span": "(a) ? b : (c)" }],
    ["!(a)", { "unary.span": "!(a)", "identifier.span": "a" }],
    ["- 1", { "literal.span": "- 1" }],
    ["-(1)", { "unary.span": "-(1)", "literal.span": "1" }],
    [". a", { "identifier.span": ". a" }],
    ["f ( (a) )", { "call.span": "f ( (a) )", "call.nameSpan": "f" }],
    [".f(a)", { "call.span": ".f(a)", "call.nameSpan": "f" }],
    ["(a).f( ) ", { "call.span": "(a).f( )", "call.nameSpan": "f" }],
    ["[ (a) , ]", { "list.span": "[ (a) , ]", "identifier.span": "a" }],
    [" {'a': (b)} ", { "map.span": "{'a': (b)}", "identifier.span": "b" }],
    ["// all\na // b", { "identifier.span": "a" }],
    ["br'\\d'", { "literal.span": "br'\\d'" }],
    ["'''a'b'''", { "literal.span": "'''a'b'''" }],
  ])("%s", (text, parts) => {
    expect(Object.fromEntries(partsOf(text))).toMatchObject(parts);
  });

  test("the text at a node's place is that node", () => {
    seeded(
      fc.property(arbitraryTree, fc.integer(), (tree, seed) => {
        const text = loosely(printExpression(tree), seed);
        for (const node of nodesOf(treeOf(text))) {
          const part = text.slice(node.span?.start, node.span?.end);
          expect(withoutSpans(treeOf(part)), text).toEqual(withoutSpans(node));
        }
      }),
    );
  });

  test("the places of names and operators hold them", () => {
    seeded(
      fc.property(arbitraryTree, (tree) => {
        const text = printExpression(tree);
        for (const node of nodesOf(treeOf(text))) {
          const [name, span] = nameOf(node);
          expect(text.slice(span?.start, span?.end)).toBe(name ?? text);
        }
      }),
    );
  });
});

function nameOf(node: Expression): [name?: string, span?: Span | undefined] {
  if (node.kind === "select") return [node.field, node.fieldSpan];
  if (node.kind === "call") return [node.name, node.nameSpan];
  return node.kind === "binary" ? [node.operator, node.operatorSpan] : [];
}

/** Puts space, line breaks and comments around the parentheses that are not in strings. */
function loosely(text: string, seed: number): string {
  let at = seed;
  const spaces = ["", " ", "\n", "\f", "// it's (\n"];
  return text.replace(/'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*"|[()[\],]/gs, (token) => {
    at += 1;
    const space = spaces[Math.abs(at) % spaces.length] ?? "";
    return token.length > 1 ? token : space + token + space;
  });
}

function nodesOf(node: Expression): Expression[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)];
}

import {
  isLogical,
  operandsOf,
  printExpression,
  type Expression,
} from "@traffic-policy/policy-language";
import type { Known } from "./known.ts";

/**
 * A text that two expressions share only when they are the same but for how they are written:
 * space, parentheses, quotes, `map.key` for `map['key']`, `a.size()` for `size(a)`, and `1 == a`
 * for `a == 1`.
 */
export function canonicalExpression(node: Expression, known: Known): string {
  return printExpression(canonical(node, known));
}

function canonical(node: Expression, known: Known): Expression {
  const inner = (part: Expression): Expression => canonical(part, known);
  switch (node.kind) {
    case "literal":
    case "identifier":
      return node;
    case "select": {
      const operand = inner(node.operand);
      return known.types.get(node.operand)?.kind === "map"
        ? { kind: "index", operand, index: textLiteral(node.field) }
        : { kind: "select", operand, field: node.field };
    }
    case "index":
      return { kind: "index", operand: inner(node.operand), index: inner(node.index) };
    case "unary":
      return { ...node, operand: inner(node.operand) };
    case "binary":
      if (isLogical(node)) {
        const { operator } = node;
        return operandsOf(node, operator)
          .map(inner)
          .reduce((left, right) => ({ kind: "binary", operator, left, right }));
      }
      return inOrder({ ...node, left: inner(node.left), right: inner(node.right) });
    case "conditional":
      return {
        kind: "conditional",
        condition: inner(node.condition),
        whenTrue: inner(node.whenTrue),
        whenFalse: inner(node.whenFalse),
      };
    case "list":
      return { kind: "list", elements: node.elements.map(inner) };
    case "map":
      return {
        kind: "map",
        entries: node.entries.map(({ key, value }) => ({ key: inner(key), value: inner(value) })),
      };
    case "call":
      return canonicalCall(node, known);
  }
}

function canonicalCall(node: Expression & { kind: "call" }, known: Known): Expression {
  const inner = (part: Expression): Expression => canonical(part, known);
  const [first] = node.arguments;
  if (node.name === "has" && node.target === undefined && first?.kind === "select") {
    const operand = inner(first.operand);
    // `has` looks at the field, so it keeps its form, unless it asks for a key.
    return known.types.get(first.operand)?.kind === "map"
      ? { kind: "binary", operator: "in", left: textLiteral(first.field), right: operand }
      : { ...node, arguments: [{ kind: "select", operand, field: first.field }] };
  }
  const given = node.arguments.map(inner);
  const target = node.target && inner(node.target);
  if (node.name === "size" && target !== undefined && given.length === 0) {
    return { kind: "call", name: "size", arguments: [target] };
  }
  return { ...node, ...(target && { target }), arguments: given };
}

const mirrored = { ">": "<", ">=": "<=" } as const;

function inOrder(node: Expression & { kind: "binary" }): Expression {
  const { operator, left, right } = node;
  if (operator === ">" || operator === ">=") {
    return { kind: "binary", operator: mirrored[operator], left: right, right: left };
  }
  if (operator !== "==" && operator !== "!=") return node;
  const isSorted = printExpression(left) <= printExpression(right);
  return isSorted ? node : { ...node, left: right, right: left };
}

function textLiteral(value: string): Expression {
  return { kind: "literal", type: "string", value };
}

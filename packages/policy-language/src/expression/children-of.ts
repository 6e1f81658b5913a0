import type { Expression } from "./tree.ts";

/** The parts that an expression is made of, in the order of the text. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "literal":
    case "identifier":
      return [];
    case "select":
    case "unary":
      return [node.operand];
    case "index":
      return [node.operand, node.index];
    case "binary":
      return [node.left, node.right];
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse];
    case "list":
      return node.elements;
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "call":
      return node.target === undefined ? node.arguments : [node.target, ...node.arguments];
  }
}

import type { Span } from "../text/positions.ts";

/**
 * The tree of one CEL expression. The parser and the builder produce it, the printer writes it.
 * Nodes of a parsed text have a `span` in that text; nodes that a builder made have none.
 */
export type Expression =
  | Literal
  | Identifier
  | Select
  | Index
  | Call
  | Unary
  | Binary
  | Conditional
  | List
  | MapLiteral;

interface Node {
  /**
   * The place of the node, without parentheses around it. Parentheses around its first or last operand are included:
   * in `(a.b) == 1` the comparison begins at the parenthesis.
   */
  readonly span?: Span;
}

/**
 * A constant: `'GET'`, `200`, `200u`, `1.5`, `true`, `null`, `b'…'`. A minus right before an int
 * or double is part of the literal, as in CEL's grammar: `-1` is a literal, `-(1)` and `-1u` are
 * operators with an operand.
 */
export type Literal = Node & { readonly kind: "literal" } & LiteralValue;

/** The value of a literal with its CEL type; `int` and `uint` are bigints, all 64 bits of them. */
export type LiteralValue =
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "int" | "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "bytes"; readonly value: Uint8Array }
  | { readonly type: "null"; readonly value: null };

/** A name: `req`. */
export interface Identifier extends Node {
  readonly kind: "identifier";
  readonly name: string;
  /** `.name`: never the variable of a macro around it. The dot is not in `name`. */
  readonly absolute?: true;
}

/** A field: `operand.field`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly fieldSpan?: Span;
}

/** An element: `operand[index]`. */
export interface Index extends Node {
  readonly kind: "index";
  readonly operand: Expression;
  readonly index: Expression;
}

/** A function `name(…)`, a method `target.name(…)`, or a macro, which looks like one of the two. */
export interface Call extends Node {
  readonly kind: "call";
  readonly name: string;
  readonly nameSpan?: Span;
  readonly target?: Expression;
  /** `.name(…)`: never a macro. The dot is not in `name`. */
  readonly absolute?: true;
  readonly arguments: readonly Expression[];
}

/** `!operand` or `-operand`. */
export interface Unary extends Node {
  readonly kind: "unary";
  readonly operator: "!" | "-";
  readonly operand: Expression;
}

/** The operators between two operands. */
export type BinaryOperator =
  | "||"
  | "&&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

/** `left operator right`. */
export interface Binary extends Node {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly operatorSpan?: Span;
  readonly left: Expression;
  readonly right: Expression;
}

/** `condition ? whenTrue : whenFalse`. */
export interface Conditional extends Node {
  readonly kind: "conditional";
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

/** `[a, b]`. */
export interface List extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
}

/** `{"a": 1}`. */
export interface MapLiteral extends Node {
  readonly kind: "map";
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

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

/** `a && b` or `a || b`. */
export type Logical = Binary & { readonly operator: "&&" | "||" };

/** Checks whether a node joins conditions. */
export function isLogical(node: Expression): node is Logical {
  return node.kind === "binary" && (node.operator === "&&" || node.operator === "||");
}

/**
 * The operands of `a && b && c`, which the tree holds as `(a && b) && c`: a chain on the right is in
 * parentheses, and is one of them.
 *
 * A chain is as deep as it is long, thousands of operands: whoever goes through a tree step by step goes
 * through these instead.
 */
export function operandsOf(node: Expression, operator: "&&" | "||"): Expression[] {
  const operands: Expression[] = [];
  let at = node;
  while (at.kind === "binary" && at.operator === operator) {
    operands.push(at.right);
    at = at.left;
  }
  return [at, ...operands.toReversed()];
}

/** The value of `true` and `false`; none of anything else. */
export function boolLiteral(node: Expression): boolean | undefined {
  return node.kind === "literal" && node.type === "bool" ? node.value : undefined;
}

/**
 * Returns the value that `a == true`, `false != a` and similar comparisons test, and the boolean for which they are
 * true.
 */
export function comparedWithBool(
  node: Expression,
): { readonly operand: Expression; readonly value: boolean } | undefined {
  if (node.kind !== "binary" || (node.operator !== "==" && node.operator !== "!="))
    return undefined;
  const isLeft = boolLiteral(node.left) !== undefined;
  const value = boolLiteral(isLeft ? node.left : node.right);
  if (value === undefined) return undefined;
  return { operand: isLeft ? node.right : node.left, value: (node.operator === "==") === value };
}

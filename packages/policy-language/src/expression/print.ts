import { printLiteral } from "./print-literal.ts";
import type { BinaryOperator, Expression } from "./tree.ts";

/**
 * Writes a tree as CEL text, with no parentheses but those that are needed.
 *
 * @throws RangeError for a literal that CEL cannot express; see `printLiteral`.
 */
export function printExpression(expression: Expression): string {
  return print(expression, precedence.conditional);
}

/**
 * Writes a tree so that it can stand as an operand anywhere, in parentheses when it needs them.
 *
 * @throws RangeError as {@link printExpression} does
 */
export function printOperand(expression: Expression): string {
  return print(expression, precedence.member);
}

// The higher, the tighter; an operand that binds less tightly than its place asks for is put in
// parentheses.
const precedence = {
  conditional: 0,
  or: 1,
  and: 2,
  relation: 3,
  sum: 4,
  product: 5,
  unary: 6,
  member: 7,
} as const;

const operatorPrecedence: Record<BinaryOperator, number> = {
  "||": precedence.or,
  "&&": precedence.and,
  "==": precedence.relation,
  "!=": precedence.relation,
  "<": precedence.relation,
  "<=": precedence.relation,
  ">": precedence.relation,
  ">=": precedence.relation,
  in: precedence.relation,
  "+": precedence.sum,
  "-": precedence.sum,
  "*": precedence.product,
  "/": precedence.product,
  "%": precedence.product,
};

function print(expression: Expression, place: number): string {
  const text = printNode(expression);
  return precedenceOf(expression) < place ? `(${text})` : text;
}

function printNode(node: Expression): string {
  switch (node.kind) {
    case "literal":
      return printLiteral(node);
    case "identifier":
      return node.name;
    case "select":
      return `${print(node.operand, precedence.member)}.${node.field}`;
    case "index":
      return `${print(node.operand, precedence.member)}[${printExpression(node.index)}]`;
    case "call": {
      const target = node.target === undefined ? "" : `${print(node.target, precedence.member)}.`;
      return `${target}${node.name}(${node.arguments.map(printExpression).join(", ")})`;
    }
    case "unary": {
      const operand = print(node.operand, precedence.unary);
      // `--1` would be read as two signs; parentheses keep a negative literal one.
      return operand.startsWith("-") && node.operator === "-"
        ? `-(${operand})`
        : node.operator + operand;
    }
    case "binary": {
      const level = operatorPrecedence[node.operator];
      // CEL has one level for all relations, other parsers have two: parentheses suit both.
      const left = level === precedence.relation ? level + 1 : level;
      return `${print(node.left, left)} ${node.operator} ${print(node.right, level + 1)}`;
    }
    case "conditional": {
      const condition = print(node.condition, precedence.or);
      const whenTrue = print(node.whenTrue, precedence.or);
      return `${condition} ? ${whenTrue} : ${printExpression(node.whenFalse)}`;
    }
    case "list":
      return `[${node.elements.map(printExpression).join(", ")}]`;
    case "map":
      return `{${node.entries
        .map(({ key, value }) => `${printExpression(key)}: ${printExpression(value)}`)
        .join(", ")}}`;
  }
}

function precedenceOf(node: Expression): number {
  switch (node.kind) {
    case "conditional":
      return precedence.conditional;
    case "binary":
      return operatorPrecedence[node.operator];
    case "unary":
      return precedence.unary;
    case "literal":
      return isNegative(node.value) ? precedence.unary : precedence.member;
    default:
      return precedence.member;
  }
}

function isNegative(value: unknown): boolean {
  return typeof value === "bigint"
    ? value < 0n
    : typeof value === "number" && (value < 0 || Object.is(value, -0));
}

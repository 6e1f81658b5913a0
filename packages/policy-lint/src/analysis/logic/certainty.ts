import {
  isLogical,
  isMacro,
  operandsOf,
  type CelType,
  type Expression,
} from "@traffic-policy/policy-language";
import { functionOf, type Known } from "./known.ts";

/** Whether an expression surely gives a value, whatever the request is. */
export function neverFails(node: Expression, known: Known): boolean {
  const sure = (part: Expression): boolean => neverFails(part, known);
  const variable = node.span && known.variables.get(node.span);
  if (variable !== undefined) return variable.missing === undefined && variable.setBy === undefined;
  switch (node.kind) {
    case "literal":
    case "identifier":
      return true;
    case "select":
      return known.types.get(node.operand)?.kind === "record" && sure(node.operand);
    case "list":
      return node.elements.every(sure);
    case "unary":
      return node.operator === "!" && isOfKind(node.operand, "bool", known) && sure(node.operand);
    case "binary":
      return isLogical(node)
        ? operandsOf(node, node.operator).every((one) => isOfKind(one, "bool", known) && sure(one))
        : isSureOperator(node, known) && sure(node.left) && sure(node.right);
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse].every(sure);
    case "call":
      return isSureCall(node, known);
    default:
      return false;
  }
}

function isSureOperator(node: Expression & { kind: "binary" }, known: Known): boolean {
  const { operator, left, right } = node;
  switch (operator) {
    case "==":
    case "!=":
      return true;
    case "in": {
      const kind = known.types.get(right)?.kind;
      return kind === "list" || kind === "map";
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return !isOpen(left, known) && !isOpen(right, known);
    default:
      return false;
  }
}

function isSureCall(node: Expression & { kind: "call" }, known: Known): boolean {
  const [first] = node.arguments;
  if (isMacro(node)) {
    return (
      node.name === "has" &&
      first?.kind === "select" &&
      neverFails(first.operand, known) &&
      !isOpen(first.operand, known)
    );
  }
  const parts = [...(node.target ? [node.target] : []), ...node.arguments];
  return (
    functionOf(node, known)?.neverFails === true &&
    parts.every((part) => !isOpen(part, known) && neverFails(part, known))
  );
}

function isOfKind(node: Expression, kind: CelType["kind"], known: Known): boolean {
  return known.types.get(node)?.kind === kind;
}

/** Whether the type of a node is known at run time only. */
export function isOpen(node: Expression, known: Known): boolean {
  const kind = known.types.get(node)?.kind;
  return kind === undefined || kind === "dyn" || kind === "free";
}

/** Whether an expression gives the same whenever the same request asks for it. */
export function staysTheSame(node: Expression, known: Known): boolean {
  const same = (part: Expression): boolean => staysTheSame(part, known);
  const variable = node.span && known.variables.get(node.span);
  if (variable !== undefined) return variable.varies === undefined;
  switch (node.kind) {
    case "literal":
    case "identifier":
      return true;
    case "select":
    case "unary":
      return same(node.operand);
    case "index":
      return same(node.operand) && same(node.index);
    case "binary":
      return isLogical(node)
        ? operandsOf(node, node.operator).every(same)
        : same(node.left) && same(node.right);
    case "conditional":
      return same(node.condition) && same(node.whenTrue) && same(node.whenFalse);
    case "list":
      return node.elements.every(same);
    case "map":
      return node.entries.every(({ key, value }) => same(key) && same(value));
    case "call":
      return (
        functionOf(node, known)?.varies === undefined &&
        (node.target === undefined || same(node.target)) &&
        node.arguments.every(same)
      );
  }
}

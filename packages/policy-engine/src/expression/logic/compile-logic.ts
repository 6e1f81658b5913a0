import type { Expression } from "@traffic-policy/policy-language";
import type { Environment } from "../environment.ts";
import { Chain } from "./chain.ts";
import { Condition } from "./condition.ts";
import { Conditional } from "./conditional.ts";
import type { Evaluable } from "./evaluable.ts";
import { Not } from "./not.ts";

/**
 * Compiles an expression so that each of its operands can be told of: `&&`, `||`, `!` and `?:` around
 * its other parts are done here, and the evaluator does what is below them. It gives what the
 * evaluator gives for the whole.
 */
export function compileLogic(node: Expression, environment: Environment): Evaluable {
  if (node.kind === "binary" && (node.operator === "&&" || node.operator === "||")) {
    const operands = operandsOf(node, node.operator).map((operand) =>
      compileLogic(operand, environment),
    );
    return new Chain(node.operator, operands, node.span, environment);
  }
  if (node.kind === "unary" && node.operator === "!" && isLogic(node.operand)) {
    return new Not(compileLogic(node.operand, environment), node.span, environment);
  }
  if (node.kind === "conditional") {
    const operands = [
      compileLogic(node.condition, environment),
      compileLogic(node.whenTrue, environment),
      compileLogic(node.whenFalse, environment),
    ] as const;
    return new Conditional(operands, node.span, environment);
  }
  return new Condition(node, environment);
}

/** The operands of `a && b && c`, which the tree holds as `(a && b) && c`. */
function operandsOf(node: Expression, operator: "&&" | "||"): Expression[] {
  const operands: Expression[] = [];
  let at = node;
  while (at.kind === "binary" && at.operator === operator) {
    operands.push(at.right);
    at = at.left;
  }
  return [at, ...operands.toReversed()];
}

function isLogic(node: Expression): boolean {
  if (node.kind === "unary") return node.operator === "!" && isLogic(node.operand);
  if (node.kind === "binary") return node.operator === "&&" || node.operator === "||";
  return node.kind === "conditional";
}

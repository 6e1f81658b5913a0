import type { Expression } from "@traffic-policy/policy-language";
import type { Environment } from "../environment.ts";
import { Chain } from "./chain.ts";
import { Condition } from "./condition.ts";
import { Conditional } from "./conditional.ts";
import type { Evaluable } from "./evaluable.ts";
import { logicTree, type LogicTree } from "./logic-tree.ts";
import { Not } from "./not.ts";

/**
 * Compiles an expression so that each of its operands can be told of: `&&`, `||`, `!` and `?:` around
 * its other parts are done here, and the evaluator does what is below them. It gives what the
 * evaluator gives for the whole.
 */
export function compileLogic(node: Expression, environment: Environment): Evaluable {
  return compileTree(logicTree(node), environment);
}

function compileTree(tree: LogicTree, environment: Environment): Evaluable {
  if (tree.kind === "condition") return new Condition(tree.node, environment);
  const operands = tree.operands.map((operand) => compileTree(operand, environment));
  switch (tree.kind) {
    case "&&":
    case "||":
      return new Chain(tree.kind, operands, tree.span, environment);
    case "!":
      return new Not(operands[0] as Evaluable, tree.span, environment);
    case "?:":
      return new Conditional(
        operands as unknown as ConstructorParameters<typeof Conditional>[0],
        tree.span,
        environment,
      );
  }
}

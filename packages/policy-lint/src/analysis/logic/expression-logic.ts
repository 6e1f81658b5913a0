import type { CheckResult, Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { Formula } from "./formula.ts";
import { formulaOf } from "./formula-of.ts";
import { knownOf, type Known } from "./known.ts";

/** What the parts of one expression say; each is looked at once, for all rules. */
export class ExpressionLogic {
  readonly tree: Expression;
  readonly known: Known;
  readonly #formulas = new Map<Expression, Formula>();

  constructor(tree: Expression, known: Known) {
    this.tree = tree;
    this.known = known;
  }

  formula(node: Expression): Formula {
    const formula = this.#formulas.get(node) ?? formulaOf(node, this.known);
    this.#formulas.set(node, formula);
    return formula;
  }
}

const logics = new WeakMap<CheckResult, ExpressionLogic | undefined>();

/** The logic of an expression; nothing when its syntax, names or types are wrong. */
export function logicOf(expression: ExpressionNode): ExpressionLogic | undefined {
  const { checked, tree } = expression;
  if (checked === undefined) return undefined;
  if (!logics.has(checked)) {
    const known = knownOf(expression);
    logics.set(checked, tree && known && new ExpressionLogic(tree, known));
  }
  return logics.get(checked);
}

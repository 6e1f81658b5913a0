import {
  absenceOf,
  childrenOf,
  parseExpression,
  variableNamed,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import type { LogicTree } from "@traffic-policy/policy-engine";

/**
 * The variables of an expression, by their present names, for which the service may have no value: only it knows them, and
 * it is not documented what they are without one. A text with such a variable then fails.
 */
export function withheldIn(node: Expression, dialect: Dialect): readonly string[] {
  const variable = variableNamed(dialect, node);
  if (variable === undefined) return childrenOf(node).flatMap((one) => withheldIn(one, dialect));
  const isWithheld =
    variable.knownBy === "service" &&
    variable.setBy === undefined &&
    absenceOf(variable, dialect) === undefined;
  return isWithheld ? [variable.renamedTo ?? variable.name] : [];
}

/** The same of an expression as a text. */
export function withheldInText(text: string, dialect: Dialect): readonly string[] {
  const parsed = parseExpression(text);
  return parsed.ok ? withheldIn(parsed.tree, dialect) : [];
}

/** Those that must have a value where a condition is true. */
export function neededBy(tree: LogicTree, dialect: Dialect): readonly string[] {
  if (tree.kind === "condition") return withheldIn(tree.node, dialect);
  return tree.kind === "&&" ? tree.operands.flatMap((one) => neededBy(one, dialect)) : [];
}

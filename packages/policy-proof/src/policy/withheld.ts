import {
  absenceOf,
  parseExpression,
  variablesIn,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import type { LogicTree } from "@traffic-policy/policy-engine";

/**
 * The variables of an expression, by their present names, for which the service may have no value: only it knows them, and
 * it is not documented what they are without one. A text with such a variable then fails.
 */
export function withheldIn(node: Expression, dialect: Dialect): readonly string[] {
  return variablesIn(node, dialect)
    .filter(
      ({ knownBy, isAlwaysSet, setBy }) =>
        knownBy === "service" && isAlwaysSet === undefined && setBy === undefined,
    )
    .filter((variable) => absenceOf(variable, dialect) === undefined)
    .map(({ name, renamedTo }) => renamedTo ?? name);
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

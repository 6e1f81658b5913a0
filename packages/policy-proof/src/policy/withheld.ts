import { parseExpression, type Dialect, type Expression } from "@traffic-policy/policy-language";
import { absenceOf, variablesIn } from "@traffic-policy/policy-language/internal";
import type { LogicTree } from "@traffic-policy/policy-engine/internal";

/**
 * Returns the variables of an expression, by current name, for which the service may have no value: only the service
 * knows them, and their value in that case is not documented. A text with such a variable then fails.
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

export function withheldInText(text: string, dialect: Dialect): readonly string[] {
  const parsed = parseExpression(text);
  return parsed.ok ? withheldIn(parsed.tree, dialect) : [];
}

export function neededBy(tree: LogicTree, dialect: Dialect): readonly string[] {
  if (tree.kind === "condition") return withheldIn(tree.node, dialect);
  return tree.kind === "&&" ? tree.operands.flatMap((one) => neededBy(one, dialect)) : [];
}

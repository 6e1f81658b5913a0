import { variablesOf, type CheckError } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { checkReplaced, type Replacement } from "./replacement.ts";

/**
 * Puts the name of today in the place of an earlier one that does not exist here, when the
 * expression is better off with it.
 */
export function nameOfToday(
  node: ExpressionNode,
  { span, args }: CheckError,
): Replacement | undefined {
  const variables = variablesOf(node.place.dialect);
  const today = variables.find(({ name }) => name === args["name"])?.renamedTo;
  if (today === undefined || span === undefined) return undefined;
  const replacement = { span, text: today };
  const before = node.checked?.errors.length ?? 0;
  const after = checkReplaced(node, [replacement])?.errors.length ?? before;
  return after < before ? replacement : undefined;
}

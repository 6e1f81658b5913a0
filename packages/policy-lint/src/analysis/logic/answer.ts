import { withEffort, type Effort } from "@traffic-policy/policy-logic";
import type { ExpressionRole } from "../../nodes/expression-node.ts";

/**
 * What the answers to some questions may take together: a hundred times what those about published policies mostly take. Other
 * expressions than conditions are shorter, and there may be hundreds of them in a rule.
 */
export function usualEffort(role: ExpressionRole = "condition"): Effort {
  return { left: role === "condition" ? 100_000 : 10_000 };
}

/** Answers a question about conditions; nothing when it is too much to tell. */
export function answer<T>(
  ask: () => T,
  effort: Effort = usualEffort(),
): { readonly value: T } | undefined {
  return withEffort(effort, ask);
}

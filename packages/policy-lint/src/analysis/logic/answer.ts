import { withEffort, type Effort } from "@traffic-policy/policy-logic/internal";
import type { ExpressionRole } from "../../nodes/expression-node.ts";

/**
 * Returns the effort limit for a group of questions: a hundred times what published policies usually need.
 * Expressions other than conditions get less, because they are shorter, and a rule may have hundreds of them.
 */
export function usualEffort(role: ExpressionRole = "condition"): Effort {
  return { left: role === "condition" ? 100_000 : 10_000 };
}

/** Answers a question about conditions; undefined when that would cost too much. */
export function answer<T>(
  ask: () => T,
  effort: Effort = usualEffort(),
): { readonly value: T } | undefined {
  return withEffort(effort, ask);
}

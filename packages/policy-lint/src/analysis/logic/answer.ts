import { withEffort, type Effort } from "@traffic-policy/policy-logic";
import type { Finding } from "../../rule.ts";

/** What the answers to some questions may take together: a hundred times what most take in published policies. */
export function usualEffort(): Effort {
  return { left: 100_000 };
}

/** Answers a question about conditions; nothing when it is too much to tell. */
export function answer<T>(
  ask: () => T,
  effort: Effort = usualEffort(),
): { readonly value: T } | undefined {
  return withEffort(effort, ask);
}

/** Says what was not looked at, because it is too much to tell. */
export function tooMuch(place: Pick<Finding, "path" | "part">, matter: string): Finding {
  return {
    ...place,
    message: `It is too much to tell ${matter}.`,
    help: "Write it in fewer or simpler conditions to have it checked.",
    atMost: "info",
  };
}

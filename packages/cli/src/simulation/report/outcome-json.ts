import type { Outcome } from "@traffic-policy/policy-engine";

/** An outcome with its trace, or without. The rules that did not match are in the policy, and the trace. */
export function outcomeJson(outcome: Outcome, withTrace: boolean): Omit<Outcome, "rules"> {
  const { trace, rules: _, ...others } = outcome;
  return withTrace && trace !== undefined ? { ...others, trace } : others;
}

import type { Outcome } from "@traffic-policy/policy-engine";

/**
 * Converts an outcome to JSON, with or without its trace. Unmatched rules are left out: the policy and the trace have
 * them.
 */
export function outcomeJson(outcome: Outcome, withTrace: boolean): Omit<Outcome, "rules"> {
  const { trace, rules: _, ...others } = outcome;
  return withTrace && trace !== undefined ? { ...others, trace } : others;
}

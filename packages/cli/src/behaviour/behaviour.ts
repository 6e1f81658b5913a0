import type { Protocol } from "@traffic-policy/policy-language";
import type { PolicyComparison } from "@traffic-policy/policy-proof";

/** Whether two policies do the same to every exchange of a protocol. */
export interface Behaviour extends PolicyComparison {
  readonly protocol: Protocol;
}

/** The same for targets, by their names. */
export type Behaviours = ReadonlyMap<string, Behaviour>;

/** What a policy is compared by: none at all, and one that is not enabled, do nothing. */
export interface ComparedPolicy {
  readonly enabled: boolean;
  /** The policy document as text. */
  readonly value: string;
}

/** Checks whether something may be done otherwise; nothing to compare is no difference. */
export function isChange(behaviour: Behaviour | undefined): boolean {
  return behaviour !== undefined && behaviour.kind !== "same";
}

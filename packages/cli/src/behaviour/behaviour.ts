import type { Protocol } from "@traffic-policy/policy-language";
import type { PolicyComparison } from "@traffic-policy/policy-proof";

export interface Behaviour extends PolicyComparison {
  readonly protocol: Protocol;
}

export type Behaviours = ReadonlyMap<string, Behaviour>;

/** A policy to compare: a missing policy and a disabled policy both do nothing. */
export interface ComparedPolicy {
  readonly enabled: boolean;
  readonly value: string;
}

/** Checks whether the behaviour may differ; a missing comparison counts as no difference. */
export function isChange(behaviour: Behaviour | undefined): boolean {
  return behaviour !== undefined && behaviour.kind !== "same";
}

import type { PolicySource, Protocol } from "@traffic-policy/policy-language";

/** A policy file that was read, or run. */
export interface LoadedPolicy {
  readonly source: PolicySource;
  /** The protocol that the policy says it is for, if it says so. */
  readonly protocol?: Protocol;
}

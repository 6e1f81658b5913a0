import type { PolicySource, Protocol } from "@traffic-policy/policy-language";

/** A policy that was read from a file, or exported by a module. */
export interface LoadedPolicy {
  readonly source: PolicySource;
  /** The protocol that the policy says it is for, if it says so. */
  readonly protocol?: Protocol;
  /** Whether it is the one of its file that is deployed; a module may export others beside it. */
  readonly isDefault: boolean;
}

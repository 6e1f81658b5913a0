import type { JsonValue } from "@traffic-policy/policy-language";

/** A policy, local or stored, whose text was parsed. */
export interface ParsedPolicy {
  readonly document: JsonValue;
  /** Whether the policy is, or shall be, applied to traffic. */
  readonly enabled: boolean;
}

import type { JsonValue } from "@traffic-policy/policy-language";

/** What the code produces for a target. */
export interface LocalPolicy {
  readonly document: JsonValue;
  /** Whether the policy is to be applied to traffic. */
  readonly enabled: boolean;
}

import { compare, type Change, type ComparisonState } from "@traffic-policy/policy-language";
import type { ParsedPolicy } from "./parsed-policy.ts";

/** How a target's local and stored policy relate; `absent`: there is no stored one. */
export interface PolicyComparison {
  readonly state: ComparisonState | "absent";
  /** What deploying the local policy would change; a changed `enabled` is the first. */
  readonly changes: readonly Change[];
}

/** Compares a local policy with what the service holds, if it holds any. */
export function comparePolicy(
  local: ParsedPolicy,
  stored: ParsedPolicy | undefined,
): PolicyComparison {
  if (stored === undefined) {
    return { state: "absent", changes: compare(local.document, {}).changes };
  }
  const { state, changes } = compare(local.document, stored.document);
  if (local.enabled === stored.enabled) return { state, changes };
  const enabled: Change = {
    kind: "enabled",
    path: "",
    before: stored.enabled,
    after: local.enabled,
  };
  return { state: "different", changes: [enabled, ...changes] };
}

/** Whether there is nothing to deploy: the policies are identical, or behave the same. */
export function sameBehaviour({ state }: PolicyComparison): boolean {
  return state === "identical" || state === "equivalent";
}

import {
  compare,
  dialectNameOf,
  type Change,
  type Comparison,
  type ComparisonState,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { dialects } from "@traffic-policy/policy-language/phases";
import type { StoredPolicy } from "./stored-policy.ts";

/** How a target's local and stored policy relate; `absent`: there is no stored one. */
export interface PolicyComparison {
  readonly state: ComparisonState | "absent";
  /**
   * What deploying the local policy would change; a changed `enabled` is the first. Where one of both
   * texts cannot be read, it stands as a text in the change of the whole document.
   */
  readonly changes: readonly Change[];
}

/** A policy that was read; only the text of one that could not be counts. */
export type PolicyText = Pick<StoredPolicy, "enabled" | "document"> &
  Partial<Pick<StoredPolicy, "value">>;

/** Compares a local policy with what the service holds, if it holds any. */
export function comparePolicy(local: PolicyText, stored: PolicyText | undefined): PolicyComparison {
  const { state, changes } = compareTexts(local, stored);
  if (stored === undefined) return { state: "absent", changes };
  if (local.enabled === stored.enabled) return { state, changes };
  const enabled: Change = {
    kind: "enabled",
    path: "",
    before: stored.enabled,
    after: local.enabled,
  };
  return { state: "different", changes: [enabled, ...changes] };
}

/** Compares the documents; or the very texts, where one of them cannot be read. */
export function compareTexts(
  local: PolicyText | undefined,
  stored: PolicyText | undefined,
): Comparison {
  const [after, before] = [documentOf(local), documentOf(stored)];
  if (after !== undefined && before !== undefined) {
    // No policy has no dialect of its own.
    const isOfPhases = [after, before].some((one) => dialectNameOf(one) === "phases");
    return compare(after, before, dialects[isOfPhases ? "phases" : "directions"]);
  }
  if (local?.value === stored?.value) return { state: "identical", changes: [] };
  const change: Change = {
    kind: "changed",
    path: "",
    before: before ?? stored?.value ?? "",
    after: after ?? local?.value ?? "",
  };
  return { state: "different", changes: [change] };
}

/** No policy is compared as an empty one. */
function documentOf(text: PolicyText | undefined): JsonValue | undefined {
  return text === undefined ? {} : text.document;
}

/** Checks whether there is nothing to deploy: the policies are identical, or behave the same. */
export function sameBehaviour({ state }: PolicyComparison): boolean {
  return state === "identical" || state === "equivalent";
}

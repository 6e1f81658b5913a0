import {
  compare,
  type Change,
  type Comparison,
  type ComparisonState,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import { dialects } from "@traffic-policy/policy-language/phases";
import type { StoredPolicy } from "./stored-policy.ts";

/** The relation between a target's local and stored policy; `absent` means that there is no stored policy. */
export interface PolicyComparison {
  readonly state: ComparisonState | "absent";
  /**
   * The changes that deploying the local policy would make; a changed `enabled` is the first. When either text cannot
   * be read, it appears as a text in the change of the whole document.
   */
  readonly changes: readonly Change[];
}

/** A policy that was read; if it could not be, only its text counts. */
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

/** Compares the documents, or the texts when either cannot be read. */
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

/** A missing policy is compared as an empty one. */
function documentOf(text: PolicyText | undefined): JsonValue | undefined {
  return text === undefined ? {} : text.document;
}

export function sameBehaviour({ state }: PolicyComparison): boolean {
  return state === "identical" || state === "equivalent";
}

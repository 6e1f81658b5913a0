import { compare } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { comparePolicy, sameBehaviour, type PolicyComparison } from "../policy/compare-policy.ts";
import type { ParsedPolicy } from "../policy/parsed-policy.ts";
import type { StoredPolicy } from "../policy/stored-policy.ts";
import { findDocumentFault } from "../service/policy-value.ts";
import { checksumOf } from "./checksum.ts";
import { CannotRemove, DeploymentError } from "./deployment-error.ts";
import { parseModule } from "./parse-module.ts";
import type { PlannedAction, PlannedTarget } from "./plan.ts";
import type { WantedPolicy } from "./wanted-policy.ts";

/**
 * Plans one target by what it holds.
 *
 * @param stored - what the service holds for it; undefined for no policy
 * @param options - `anyValue` takes every JSON document for a policy
 * @throws DeploymentError when there is no way: a local policy that is no policy document, a stored one
 *   that is not JSON, and `CannotRemove`
 */
export function planTarget(
  wanted: WantedPolicy,
  stored: TrafficPolicyModule | undefined,
  options: { readonly anyValue?: boolean | undefined } = {},
): PlannedTarget {
  const parsed = stored && { ...parseModule(stored, "The stored policy"), value: stored.value };
  return planRead(wanted, parsed, options);
}

/** The same with a stored policy that was parsed. */
export function planRead(
  { name, target, local }: WantedPolicy,
  stored: StoredPolicy | undefined,
  { anyValue = false }: { readonly anyValue?: boolean | undefined } = {},
): PlannedTarget {
  if (local === undefined && stored !== undefined && target.kind === "tcp-edge") {
    throw new CannotRemove();
  }
  const policy = local && parseModule(local, "The local policy");
  const fault = policy && !anyValue && findDocumentFault("The local policy", policy.document);
  if (fault)
    throw new DeploymentError(`${fault}.`, { help: "Run lint to see where, and change it." });

  const { action, state, changes } = compareWanted(policy, stored);
  const checksum = stored && checksumOf(stored);
  const planned = { name, target, local, action, state, checksum };
  if (action === "unchanged") return { ...planned, changes };
  return withChanges({ ...planned, ...(stored && { stored: moduleOf(stored) }) });
}

/** The changes of ten thousand targets, as trees, would take far more memory than the texts do. */
function withChanges(planned: Omit<PlannedTarget, "changes">): PlannedTarget {
  const { local, stored } = planned;
  return {
    ...planned,
    get changes() {
      return compareWanted(
        local && parseModule(local, "The local policy"),
        stored && parseModule(stored, "The stored policy"),
      ).changes;
    },
  };
}

/** What has to be done so that a target holds a policy, or none. */
export function compareWanted(
  local: ParsedPolicy | undefined,
  stored: ParsedPolicy | undefined,
): PolicyComparison & { readonly action: PlannedAction } {
  if (local === undefined) {
    if (stored === undefined) return { action: "unchanged", state: "identical", changes: [] };
    const { changes } = compare({}, stored.document);
    return { action: "remove", state: "different", changes };
  }
  const comparison = comparePolicy(local, stored);
  if (stored === undefined) return { action: "create", ...comparison };
  if (sameBehaviour(comparison)) return { action: "unchanged", ...comparison };
  if (local.enabled === stored.enabled) return { action: "change", ...comparison };
  const { state } = compare(local.document, stored.document);
  const alone = local.enabled ? "enable" : "disable";
  return { action: state === "different" ? "change" : alone, ...comparison };
}

/** Whether a target holds what is wanted, or what behaves the same. */
export function holds(wanted: ParsedPolicy | undefined, stored: ParsedPolicy | undefined): boolean {
  return compareWanted(wanted, stored).action === "unchanged";
}

/** The module of a stored policy, without its document. */
export function moduleOf({ enabled, value }: StoredPolicy): TrafficPolicyModule {
  return { enabled, value };
}

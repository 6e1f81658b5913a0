import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import {
  comparePolicy,
  compareTexts,
  type PolicyComparison,
  type PolicyText,
  sameBehaviour,
} from "../policy/compare-policy.ts";
import { checksum, checksumOf, readModule, type StoredPolicy } from "../policy/stored-policy.ts";
import { kindOf } from "../policy/kinds/index.ts";
import type { TargetKind } from "../policy/kinds/kind.ts";
import { CannotDisable, CannotRemove, DeploymentError } from "./deployment-error.ts";
import type { PlannedAction, PlannedTarget, WantedPolicy } from "./plan.ts";

/**
 * Plans one target by what it holds.
 *
 * @param stored - what the service holds for it; undefined for no policy
 * @param options - `anyValue` takes every text for a policy
 * @throws DeploymentError when there is no way: a target without a name, a local policy that is not a policy document in JSON,
 *   `CannotRemove` and `CannotDisable`
 */
export function planTarget(
  wanted: WantedPolicy,
  stored: TrafficPolicyModule | undefined,
  options: { readonly anyValue?: boolean | undefined } = {},
): PlannedTarget {
  return planAmong(new Map(), wanted, stored, options);
}

interface Compared {
  readonly kind: TargetKind;
  readonly local: TrafficPolicyModule;
  readonly stored: TrafficPolicyModule | undefined;
  readonly result: Pick<PlannedTarget, "action" | "state" | "checksum" | "note" | "changes">;
}

/**
 * Plans one of many targets.
 *
 * @param known - by local texts, the last comparison with each that changes nothing: most targets that are to hold the
 *   same hold the same
 */
export function planAmong(
  known: Map<string, Compared>,
  { name, target, service, local }: WantedPolicy,
  stored: TrafficPolicyModule | undefined,
  { anyValue = false }: { readonly anyValue?: boolean | undefined } = {},
): PlannedTarget {
  if (name === "") throw new DeploymentError("A target has an empty name.", { help: "Name it." });
  const kind = kindOf(target);
  if (local === undefined && stored !== undefined && kind.remove === undefined) {
    throw new CannotRemove(kind);
  }
  if (local?.enabled === false && !kind.hasSwitch) throw new CannotDisable(kind);
  const where = { name, target, ...(service !== undefined && { service }), local };
  const before = local && known.get(local.value);
  if (before?.kind === kind && isSame(before.local, local) && isSame(before.stored, stored)) {
    return unchanged({ ...where, ...before.result });
  }
  const policy = readLocal(local, { anyValue });
  const fault = policy && !anyValue && kind.findFault(localPolicy, policy.document);
  if (fault)
    throw new DeploymentError(`${fault}.`, { help: "Run lint to see where, and change it." });

  const read = stored && readStored(stored, policy);
  const { action, state, changes } = compareWanted(policy, read);
  const result = { action, state, ...(read?.note && { note: read.note }) };
  if (action !== "unchanged") {
    return withChanges({ ...where, ...result, ...(stored && { stored: moduleOf(stored) }) });
  }
  const own = state === "identical" ? undefined : read && checksumOf(read);
  const compared = { ...result, changes, checksum: own };
  if (local !== undefined) known.set(local.value, { kind, local, stored, result: compared });
  return unchanged({ ...where, ...compared });
}

/** Most targets hold exactly what they are to hold, which was parsed already. */
function readStored(stored: TrafficPolicyModule, local: StoredPolicy | undefined): StoredPolicy {
  return local !== undefined && local.note === undefined && local.value === stored.value
    ? { ...local, enabled: stored.enabled }
    : readModule(stored);
}

function isSame(
  one: TrafficPolicyModule | undefined,
  other: TrafficPolicyModule | undefined,
): boolean {
  return one?.value === other?.value && one?.enabled === other?.enabled;
}

const localPolicy = "The local policy";

/**
 * Reads the local policy of a target.
 *
 * @param options - `anyValue` accepts any text as a policy
 * @throws DeploymentError when it is not JSON
 */
export function readLocal(
  local: TrafficPolicyModule | undefined,
  { anyValue = false }: { readonly anyValue?: boolean | undefined },
): StoredPolicy | undefined {
  const policy = local && readModule(local, localPolicy);
  if (policy?.note === undefined || anyValue) return policy;
  throw new DeploymentError(policy.note, { help: "Replace it with a document in JSON." });
}

/**
 * Computes changes lazily: as trees, the changes of ten thousand targets would take far more memory than the texts.
 */
function withChanges(planned: Omit<PlannedTarget, "changes" | "checksum">): PlannedTarget {
  const { local, stored } = planned;
  return {
    ...planned,
    get changes() {
      return compareWanted(local && readModule(local), stored && readModule(stored)).changes;
    },
    get checksum() {
      return stored && checksum(stored);
    },
  };
}

/**
 * A target of which nothing changes. What is identical to the local policy has the checksum of that, which is computed
 * when somebody asks.
 *
 * @param planned - has a checksum if what is stored is another text
 */
function unchanged({ checksum: own, ...planned }: PlannedTarget): PlannedTarget {
  const { local } = planned;
  return {
    ...planned,
    get checksum() {
      return own ?? (local && checksum(local));
    },
  };
}

export function compareWanted(
  local: PolicyText | undefined,
  stored: PolicyText | undefined,
): PolicyComparison & { readonly action: PlannedAction } {
  if (local === undefined) {
    if (stored === undefined) return { action: "unchanged", state: "identical", changes: [] };
    const { changes } = compareTexts(undefined, stored);
    return { action: "remove", state: "different", changes };
  }
  const comparison = comparePolicy(local, stored);
  if (stored === undefined) return { action: "create", ...comparison };
  if (sameBehaviour(comparison)) return { action: "unchanged", ...comparison };
  if (local.enabled === stored.enabled) return { action: "change", ...comparison };
  const { state } = compareTexts(local, stored);
  const alone = local.enabled ? "enable" : "disable";
  return { action: state === "different" ? "change" : alone, ...comparison };
}

/** Checks whether a target holds the wanted policy, or one that behaves the same. */
export function holds(wanted: PolicyText | undefined, stored: PolicyText | undefined): boolean {
  return compareWanted(wanted, stored).action === "unchanged";
}

export function moduleOf({ enabled, value }: TrafficPolicyModule): TrafficPolicyModule {
  return { enabled, value };
}

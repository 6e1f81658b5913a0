import { isJsonObject } from "@traffic-policy/policy-language";
import { readModule, type StoredPolicy } from "../policy/stored-policy.ts";
import type { Plan, PlannedTarget } from "./plan.ts";

export interface DeployLimits {
  /**
   * How many targets may change. By default, 50 percent when there are 10 targets or more, and any number otherwise.
   */
  readonly maxChanges?: { readonly count: number } | { readonly percent: number } | undefined;
  /** Names of targets that may always be changed, emptied and disabled. */
  readonly forced?: readonly string[] | undefined;
}

/** A limit that applying a plan would exceed. */
export interface ExceededLimit {
  /**
   * `max-changes`; or what would become of the policy of a target; or `unreadable`, when what would be
   * overwritten cannot be read, so its effect is unknown.
   */
  readonly kind: "max-changes" | "unreadable" | "empty" | "disabled" | "removed";
  /** The name of the target, if it is about one. */
  readonly target?: string;
  /** One sentence: what would happen. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly help: string;
}

/** The number of targets from which the default limit is a percentage. */
const many = 10;

/**
 * The limits that applying a plan would exceed: too many targets that change, policies that would
 * no longer do anything (empty after they had rules, disabled after they were enabled, removed), and
 * stored texts that cannot be read, of which nobody can say what they did.
 */
export function exceededLimits(
  { targets, unread }: Plan,
  { maxChanges, forced = [] }: DeployLimits = {},
): readonly ExceededLimit[] {
  const names = new Set(forced);
  const changed = targets.filter(({ name, action }) => action !== "unchanged" && !names.has(name));
  const total = targets.length + unread.length;
  const most = largestNumber(maxChanges, total);
  const ending = changed.flatMap((planned) => endOf(planned) ?? []);
  if (changed.length <= most) return ending;
  const tooMany: ExceededLimit = {
    kind: "max-changes",
    message: `${changed.length} of ${total} targets would change, but only ${most} may.`,
    help: "Check whether that is intended; then force the targets by name, or allow more changes.",
  };
  return [tooMany, ...ending];
}

function largestNumber(maxChanges: DeployLimits["maxChanges"], total: number): number {
  if (maxChanges === undefined) return total < many ? Infinity : Math.floor(total / 2);
  if ("count" in maxChanges) return maxChanges.count;
  return Math.floor((total * maxChanges.percent) / 100);
}

function endOf({ name, local, stored }: PlannedTarget): ExceededLimit | undefined {
  if (stored === undefined) return undefined;
  const limit = (kind: ExceededLimit["kind"], what: string): ExceededLimit => ({
    kind,
    target: name,
    message: `The policy of "${name}" would be ${what}.`,
    help: `If that is intended, force "${name}".`,
  });
  if (local === undefined) return limit("removed", "removed");
  const [before, after] = [readModule(stored), readModule(local)];
  if (before.document === undefined && before.value !== after.value) {
    return limit("unreadable", "overwritten, but it cannot be read");
  }
  if (hasRules(before) && !hasRules(after)) return limit("empty", "empty: it has rules now");
  if (stored.enabled && !local.enabled) return limit("disabled", "disabled: it is enabled now");
  return undefined;
}

/** True when any direction has a rule, including directions that this package does not know. */
function hasRules({ document }: StoredPolicy): boolean {
  if (document === undefined) return true;
  if (!isJsonObject(document)) return false;
  return Object.values(document).some((rules) => Array.isArray(rules) && rules.length > 0);
}

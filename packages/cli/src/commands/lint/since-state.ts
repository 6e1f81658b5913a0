import { canonicalText, listed } from "@traffic-policy/policy-language/internal";
import { loadPolicies, type Files, type LoadedPolicy } from "@traffic-policy/project";
import { nothingReached, stateRevision } from "@traffic-policy/project/changed";
import { policyPath, shownPath } from "@traffic-policy/project/internal";
import type { NotChecked } from "@traffic-policy/report";

/** The policies of plans that are as they are in the state. */
export interface Unplanned {
  readonly unchanged: readonly NotChecked[];
  /** A sentence that says that no policy is changed; undefined when one is, or may be. */
  readonly nothing: string | undefined;
}

/**
 * Finds the policies of plans that the state has, too.
 *
 * @param paths - plans, or policies in them, as absolute paths
 * @throws CommandError when one is no plan, or has no state
 */
export async function unplanned(paths: readonly string[], files: Files): Promise<Unplanned> {
  const unchanged: NotChecked[] = [];
  let total = 0;
  for (const path of paths) {
    const { file } = policyPath(path, files);
    const before = await loadPolicies(file, stateRevision(file, files).files);
    const known = new Map(before.map((policy) => [shownPath(policy.source), policy]));
    for (const policy of await loadPolicies(path, files)) {
      const name = shownPath(policy.source);
      total += 1;
      if (isSame(policy, known.get(name))) unchanged.push({ file: name, reason: unchangedReason });
    }
  }
  const names = [...new Set(paths.map((path) => files.nameOf(policyPath(path, files).file)))];
  const changes = {
    how: `differs from the state in ${listed(names)}`,
    files: new Set(paths),
  };
  const isNothing = unchanged.length === total;
  return { unchanged, nothing: isNothing ? nothingReached(changes, "a policy") : undefined };
}

const unchangedReason = "the same as in the state";

/** True when both are certainly the same policy, for the same protocol. */
function isSame(policy: LoadedPolicy, before: LoadedPolicy | undefined): boolean {
  const [one, other] = [policy.source, before?.source];
  if (one.document === undefined || other?.document === undefined) return false;
  if (one.held === undefined || one.errors.length + other.errors.length > 0) return false;
  if (policy.protocol !== before?.protocol) return false;
  return canonicalText(one.document) === canonicalText(other.document);
}

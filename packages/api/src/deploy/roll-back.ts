import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { PolicyText } from "../policy/compare-policy.ts";
import { kindOf } from "../policy/kinds/index.ts";
import { readPolicy } from "../policy/read-policies.ts";
import { readModule } from "../policy/stored-policy.ts";
import { attempt } from "./attempt.ts";
import { keep, type Result, type Work } from "./deploy-target.ts";
import { CannotRemove, DeploymentError, NotAsWritten } from "./deployment-error.ts";
import { compareWanted, holds } from "./plan-target.ts";
import type { PlannedTarget } from "./plan.ts";
import { replacePolicy } from "./replace-policy.ts";

/**
 * Restores the previous policy of a target, if the target still holds the deployed policy. If it is unknown whether
 * that was written, a read may tell now.
 *
 * A TCP edge that had no policy gets its new policy disabled, and the error says so. A cloud endpoint that had none
 * keeps its new policy, because it cannot be removed.
 *
 * @param result - the result of the deployment: `applied` or `unknown`
 */
export async function rollBack(
  work: Work,
  planned: PlannedTarget,
  result: Result,
): Promise<Result> {
  const { target } = planned;
  const halted = work.halted();
  if (halted !== undefined) return staying(result, halted);
  work.step(planned, "roll back");
  const read = await attempt(() => readPolicy(work.clientOf(planned), target, work.options));
  if (!read.ok) return staying(result, read.error);
  const now = read.value;
  const written = parsed(planned.local);
  if (!holds(written, now)) return notThere(result, written, now);

  const there: Result = { ...result, outcome: "applied", verified: true };
  const { module, note } = moduleBefore(planned);
  const rolledBack = (verified: boolean, error: Error | undefined = note): Result => {
    return { outcome: "rolled-back", verified, ...(error && { error }) };
  };
  if (holds(parsed(module), now)) return rolledBack(true);
  const kind = kindOf(target);
  if (module === undefined && kind.remove === undefined) {
    return staying(there, new CannotRemove(kind));
  }
  const refused = await keep(work, planned, now);
  if (refused !== undefined) return staying(there, refused);
  const replacement = await replacePolicy(
    work.clientOf(planned),
    target,
    { before: now, wanted: module, late: planned.late },
    { ...work.options, anyValue: true },
    () => work.step(planned, "verify"),
  );
  const { error } = replacement;
  if (replacement.written === true) return rolledBack(replacement.verified, error);
  if (replacement.written === false && error !== undefined) return staying(there, error);
  const message = `The previous policy was to be restored. ${error?.message ?? ""}`.trim();
  const unknown = new DeploymentError(message, { cause: error?.cause });
  return { outcome: "unknown", verified: false, error: unknown };
}

/** Returns the previous policy, or a policy with the same effect where the service cannot express it. */
function moduleBefore({ target, local, stored }: PlannedTarget): {
  readonly module: TrafficPolicyModule | undefined;
  readonly note?: DeploymentError;
} {
  const { remove, hasSwitch } = kindOf(target);
  if (stored !== undefined || local === undefined || remove !== undefined || !hasSwitch) {
    return { module: stored };
  }
  const message =
    "The TCP edge had no policy, and the service cannot remove one: it was disabled instead.";
  const help = "The effect on traffic is the same.";
  return { module: { ...local, enabled: false }, note: new DeploymentError(message, { help }) };
}

function notThere(
  result: Result,
  written: PolicyText | undefined,
  now: PolicyText | undefined,
): Result {
  if (result.outcome === "unknown") return result;
  const message = "It was not restored, because the service no longer holds what was written.";
  const error = new NotAsWritten(message, compareWanted(now, written).changes);
  return { ...result, verified: false, error };
}

function staying(result: Result, reason: Error): Result {
  if (result.outcome === "unknown") return result;
  const message = `The previous policy could not be restored: ${reason.message}`;
  return { ...result, error: new DeploymentError(message, { cause: reason }) };
}

function parsed(module: TrafficPolicyModule | undefined): PolicyText | undefined {
  return module && readModule(module);
}

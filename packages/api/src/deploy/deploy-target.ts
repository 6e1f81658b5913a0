import { Cancelled } from "../errors/no-answer.ts";
import type { PolicyText } from "../policy/compare-policy.ts";
import type { Operations } from "../policy/target.ts";
import { readPolicy } from "../policy/read-policies.ts";
import { checksumOf, readModule, type StoredPolicy } from "../policy/stored-policy.ts";
import type { WriteOptions } from "../operation.ts";
import { attempt } from "./attempt.ts";
import { ChangedSince, DeploymentError, TargetSkipped } from "./deployment-error.ts";
import type { DeployStep, KeepStored, PlannedTarget, TargetDeployment } from "./plan.ts";
import { compareWanted, holds, moduleOf, readLocal } from "./plan-target.ts";
import { replacePolicy } from "./replace-policy.ts";

export type Result = Pick<TargetDeployment, "outcome" | "verified" | "error">;

export interface Work {
  readonly clientOf: (planned: PlannedTarget) => Operations;
  readonly options: WriteOptions;
  readonly keep: KeepStored | undefined;
  readonly step: (planned: PlannedTarget, step: DeployStep) => void;
  readonly halted: () => TargetSkipped | undefined;
}

/** Carries out the planned action on a target. Never throws: errors are in the result. */
export async function deployTarget(work: Work, planned: PlannedTarget): Promise<Result> {
  const { target, local } = planned;
  if (planned.action === "unchanged") return { outcome: "unchanged", verified: true };
  const halted = work.halted();
  if (halted !== undefined) return notWritten(halted);
  const wanted = await attempt(async () => readLocal(local, work.options));
  if (!wanted.ok) return notWritten(wanted.error);
  work.step(planned, "read");
  const read = await attempt(() => readPolicy(work.clientOf(planned), target, work.options));
  if (!read.ok) return notWritten(read.error);
  const before = read.value;
  if (holds(wanted.value, before)) {
    return { outcome: "unchanged", verified: true };
  }
  const now = before && checksumOf(before);
  if (now !== planned.checksum && planned.late?.includes(now ?? null) !== true) {
    return notWritten(changedSince(planned.stored && readModule(planned.stored), before));
  }

  const refused = await keep(work, planned, before);
  if (refused !== undefined) return notWritten(refused);
  work.step(planned, "write");
  const { written, verified, error } = await replacePolicy(
    work.clientOf(planned),
    target,
    { before, wanted: local, late: planned.late },
    work.options,
    () => work.step(planned, "verify"),
  );
  if (written === false && error !== undefined) return notWritten(error);
  const outcome = written === undefined ? "unknown" : "applied";
  return { outcome, verified, ...(error === undefined ? {} : { error }) };
}

/**
 * Saves the policy of a target before it is overwritten.
 *
 * @returns the reason why it must not be overwritten, if any
 */
export async function keep(
  { keep: keepStored, step, halted }: Work,
  planned: PlannedTarget,
  stored: StoredPolicy | undefined,
): Promise<Error | undefined> {
  const before = halted();
  if (before !== undefined || keepStored === undefined) return before;
  step(planned, "keep");
  const kept = await attempt(() => keepStored(planned, stored && moduleOf(stored)));
  if (kept.ok) return halted();
  const { message } = kept.error;
  return new DeploymentError(
    `Nothing was written, because the stored policy could not be saved: ${message}`,
    {
      help: helpOf(kept.error),
      cause: kept.error,
    },
  );
}

export function stopped(cause: unknown): TargetSkipped {
  return new TargetSkipped("The deployment was stopped before this target.", {
    help: "Make a new plan to deploy the rest.",
    cause,
  });
}

export function notWritten(error: Error): Result {
  const reason = error instanceof Cancelled ? stopped(error) : error;
  const outcome = reason instanceof TargetSkipped ? "skipped" : "failed";
  return { outcome, verified: false, error: reason };
}

export function changedSince(
  plannedOn: PolicyText | undefined,
  stored: StoredPolicy | undefined,
): ChangedSince {
  return new ChangedSince(compareWanted(stored, plannedOn).changes);
}

function helpOf(error: Error): string {
  return "help" in error && typeof error.help === "string"
    ? error.help
    : "Fix the cause, and try again.";
}

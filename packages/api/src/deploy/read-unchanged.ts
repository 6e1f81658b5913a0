import { readEach, type PolicyReading } from "../policy/read-policies.ts";
import { readModule } from "../policy/stored-policy.ts";
import { attempt } from "./attempt.ts";
import { changedSince, notWritten, type Result, type Work } from "./deploy-target.ts";
import { holds } from "./plan-target.ts";
import type { PlannedTarget } from "./plan.ts";

/**
 * Reads targets again that are unchanged in a plan, TCP edges from the list, and tells of each whether
 * it still holds what it shall. Nothing is written, and nothing is thrown.
 */
export async function readUnchanged(
  { client, options }: Work,
  planned: readonly PlannedTarget[],
  concurrency: number,
  tell: (index: number, result: Result) => void,
): Promise<void> {
  const told = new Set<number>();
  const visit = (reading: PolicyReading, index: number): void => {
    const one = planned[index];
    if (one === undefined) return;
    told.add(index);
    tell(index, resultOf(one, reading));
  };
  const targets = planned.map(({ target }) => target);
  const read = await attempt(() => readEach(client, targets, visit, { ...options, concurrency }));
  if (read.ok) return;
  for (const index of planned.keys()) if (!told.has(index)) tell(index, notWritten(read.error));
}

function resultOf(planned: PlannedTarget, { stored, error }: PolicyReading): Result {
  if (error !== undefined) return notWritten(error);
  const { local } = planned;
  const wanted = local && readModule(local);
  if (holds(wanted, stored)) return { outcome: "unchanged", verified: true };
  // What was planned on is not in the plan, but behaved as the local policy does.
  return notWritten(changedSince(wanted, stored));
}

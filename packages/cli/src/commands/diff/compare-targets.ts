import type { WantedPolicy } from "@traffic-policy/api";
import type { NamedTarget } from "../../configuration/select-targets.ts";
import { planTargets } from "../../deploying/plan-targets.ts";
import type { Progress } from "../../progress/progress.ts";
import type { Connection } from "../../service/connect.ts";
import { loadLocalModule } from "./load-local-module.ts";
import { comparisonIn, type DiffResult, type TargetDiff } from "./target-diff.ts";

/**
 * Compares what the service holds with the local policies, in the order of the targets. One whose
 * local policy cannot be loaded costs no request.
 */
export async function compareTargets(
  connection: Connection,
  targets: readonly NamedTarget[],
  how: { readonly progress: Progress; readonly concurrency: number | undefined },
): Promise<TargetDiff[]> {
  const results = new Map<string, DiffResult>();
  const wanted: WantedPolicy[] = [];
  for (const named of targets) {
    const { name, target } = named;
    const { local, error } = await loadLocalModule(named);
    if (local === undefined) results.set(name, { error });
    else wanted.push({ name, target, local });
  }
  // To be compared, a policy need not be one that the service would take.
  const plan = await planTargets(connection, wanted, { ...how, anyValue: true });
  for (const planned of plan.targets) {
    results.set(planned.name, { comparison: comparisonIn(planned) });
  }
  for (const { name, error } of plan.unread) results.set(name, { error });
  return targets.flatMap((target): TargetDiff[] => {
    const result = results.get(target.name);
    return result === undefined ? [] : [{ ...target, ...result }];
  });
}

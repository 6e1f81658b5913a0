import type { Files } from "@traffic-policy/policy-module";
import { planTarget, type TrafficPolicyModule, type WantedPolicy } from "@traffic-policy/api";
import { serialize } from "@traffic-policy/policy-language";
import type { NamedTarget } from "../../configuration/select-targets.ts";
import { planTargets } from "../../deploying/plan-targets.ts";
import type { Progress } from "../../progress/phase.ts";
import type { Connection } from "../../service/connect.ts";
import { comparisonIn, type DiffResult, type TargetDiff } from "./target-diff.ts";
import { CommandError } from "../../command-error.ts";
import { isExpected } from "../../expected-error.ts";
import { readStoredFile } from "./stored-file.ts";
import { loadLocalPolicy } from "../../policy-file/local-policy.ts";

/**
 * Compares what the service holds with the local policies, in the order of the targets. One whose
 * local policy cannot be loaded costs no request.
 */
export async function compareTargets(
  connection: Connection,
  targets: readonly NamedTarget[],
  how: { readonly progress: Progress; readonly concurrency: number | undefined },
  files: Files,
): Promise<TargetDiff[]> {
  const results = new Map<string, DiffResult>();
  const wanted: WantedPolicy[] = [];
  for (const named of targets) {
    const { name, target } = named;
    const { local, error } = await loadLocalModule(named, files);
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

/**
 * Compares the local policy of a target with what a file holds, in the place of the service.
 *
 * @throws CommandError when several targets are given, or the file cannot be read
 */
export async function compareWithFile(
  targets: readonly NamedTarget[],
  file: string,
  files: Files,
): Promise<TargetDiff> {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) {
    throw new CommandError(
      `--stored compares one target with a file, but ${targets.length} are selected.`,
      { help: "Name one with --target." },
    );
  }
  const stored = await readStoredFile(file, files);
  const { local, error } = await loadLocalModule(target, files);
  if (local === undefined) return { ...target, error };
  const module = stored && { ...stored, enabled: stored.enabled ?? target.enabled };
  try {
    const planned = planTarget({ ...target, local }, module, { anyValue: true });
    return { ...target, comparison: comparisonIn(planned) };
  } catch (reason) {
    if (!isExpected(reason)) throw reason;
    return { ...target, error: reason };
  }
}

/** A local policy as the text that deploying would push; or why there is none. */
type LocalModule =
  | { readonly local: TrafficPolicyModule; readonly error?: never }
  | { readonly error: Error; readonly local?: never };

/** Loads the local policy of a target; what is wrong with it does not hide other targets. */
async function loadLocalModule(target: NamedTarget, files: Files): Promise<LocalModule> {
  try {
    const { document, enabled } = await loadLocalPolicy(target, files);
    return { local: { enabled, value: serialize(document) } };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { error };
  }
}

import {
  type PlannedTarget,
  planTarget,
  type TrafficPolicyModule,
  type WantedPolicy,
  type ParsedPolicy,
} from "@traffic-policy/api";
import { documentOf, type Files, loadPolicy } from "@traffic-policy/project";
import { serialize } from "@traffic-policy/policy-language";
import type { NamedTarget } from "@traffic-policy/project/selection";
import type { Behaviour } from "../../behaviour/behaviour.ts";
import type { BehaviourComparer } from "../../behaviour/behaviour-comparer.ts";
import { behavioursOf } from "../../behaviour/behaviours-of-plan.ts";
import { type Context, CommandError } from "../../context.ts";
import type { Progress } from "../../progress/phase.ts";
import { planTargets } from "../../progress/with-progress.ts";
import { isExpected } from "../../service/connect.ts";
import type { Connections } from "../../service/connections.ts";
import { readStoredFile } from "./stored-file.ts";

/** How the stored policy of a target differs from the local one; or why that is not known. */
export type TargetDiff = Pick<NamedTarget, "name" | "target"> & DiffResult;

type DiffResult =
  | { readonly comparison: TargetComparison; readonly error?: never }
  | { readonly error: Error; readonly comparison?: never };

/** How both differ, what there is to say of a stored text that is not JSON, and what the difference means. */
export type TargetComparison = Pick<PlannedTarget, "state" | "changes" | "note"> & {
  /** Left out when nobody asked. */
  readonly behaviour?: Behaviour;
};

/** What policies are compared with. */
export interface Comparing extends Pick<Context, "files" | "terminal" | "clock"> {
  /** Tells what a difference means; nothing when nobody asked. */
  readonly comparer: BehaviourComparer | undefined;
}

async function comparisonsIn(
  targets: readonly PlannedTarget[],
  { comparer, ...seenOn }: Comparing,
): Promise<[name: string, comparison: TargetComparison][]> {
  const behaviours = comparer && (await behavioursOf(targets, comparer, seenOn));
  return targets.map(({ name, state, changes, note }) => {
    const behaviour = behaviours?.get(name);
    return [name, { state, ...(note && { note }), ...(behaviour && { behaviour }), changes }];
  });
}

/**
 * Compares what the service holds with the local policies, in the order of the targets. One whose
 * local policy cannot be loaded costs no request.
 */
export async function compareTargets(
  connections: Connections,
  targets: readonly NamedTarget[],
  progress: Progress,
  comparing: Comparing,
): Promise<TargetDiff[]> {
  const results = new Map<string, DiffResult>();
  const wanted: WantedPolicy[] = [];
  for (const named of targets) {
    const { name, target } = named;
    const { local, error } = await loadLocalModule(named, comparing.files);
    if (local === undefined) results.set(name, { error });
    else wanted.push({ name, target, ...connections.nameOf(named), local });
  }
  // To be compared, a policy need not be one that the service would take.
  const plan = await planTargets(connections, wanted, { progress, anyValue: true });
  for (const [name, comparison] of await comparisonsIn(plan.targets, comparing)) {
    results.set(name, { comparison });
  }
  for (const { name, error } of plan.unread) results.set(name, { error });
  return targets.flatMap((target): TargetDiff[] => {
    const result = results.get(target.name);
    return result === undefined ? [] : [{ ...target, ...result }];
  });
}

/**
 * Compares the local policy of a target with what a file holds, instead of the service.
 *
 * @throws CommandError when several targets are given, or the file cannot be read
 */
export async function compareWithFile(
  targets: readonly NamedTarget[],
  file: string,
  comparing: Comparing,
): Promise<TargetDiff> {
  const { files } = comparing;
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
    const wanted = { name: target.name, target: target.target, local };
    const planned = planTarget(wanted, module, { anyValue: true });
    const [[, comparison] = []] = await comparisonsIn([planned], comparing);
    if (comparison === undefined) throw new Error("Nothing was compared.");
    return { ...target, comparison };
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

async function loadLocalPolicy(target: NamedTarget, files: Files): Promise<ParsedPolicy> {
  const { policyFile, enabled, configuration } = target;
  const { environment } = configuration;
  const environments = environment && [environment];
  return { document: documentOf(await loadPolicy(policyFile, files, { environments })), enabled };
}

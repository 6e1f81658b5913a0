import {
  type PlannedTarget,
  planTarget,
  type TrafficPolicyModule,
  type WantedPolicy,
  type ParsedPolicy,
} from "@traffic-policy/api";
import { documentOf, type Files, loadPolicy } from "@traffic-policy/project";
import { serialize, type Protocol } from "@traffic-policy/policy-language";
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

export type TargetDiff = Pick<NamedTarget, "name" | "target"> & DiffResult;

type DiffResult =
  | { readonly comparison: TargetComparison; readonly error?: never }
  | { readonly error: Error; readonly comparison?: never };

export type TargetComparison = Pick<PlannedTarget, "state" | "changes" | "note"> & {
  readonly behaviour?: Behaviour;
};

export interface Comparing extends Pick<Context, "files" | "terminal" | "clock"> {
  readonly comparer: BehaviourComparer | undefined;
}

async function comparisonsIn(
  targets: readonly PlannedTarget[],
  { comparer, ...seenOn }: Comparing,
  protocols: ReadonlyMap<string, Protocol> = new Map(),
): Promise<[name: string, comparison: TargetComparison][]> {
  const behaviours = comparer && (await behavioursOf(targets, comparer, seenOn, protocols));
  return targets.map(({ name, state, changes, note }) => {
    const behaviour = behaviours?.get(name);
    return [name, { state, ...(note && { note }), ...(behaviour && { behaviour }), changes }];
  });
}

/**
 * Compares stored and local policies, in the order of the targets. A target whose local policy cannot be loaded
 * causes no request.
 */
export async function compareTargets(
  connections: Connections,
  targets: readonly NamedTarget[],
  progress: Progress,
  comparing: Comparing,
): Promise<TargetDiff[]> {
  const policies: LocalPolicy[] = [];
  for (const named of targets) {
    const { name, target } = named;
    const loaded = await loadLocalModule(() => loadLocalPolicy(named, comparing.files));
    policies.push({ name, target, ...connections.nameOf(named), ...loaded });
  }
  return compareLocal(policies, connections, progress, comparing);
}

/** A local policy, and the target that it is for; or the reason why it cannot be loaded. */
export type LocalPolicy = Omit<WantedPolicy, "local"> & {
  /** The protocol of the policy, where the kind of the target does not tell. */
  readonly protocol?: Protocol | undefined;
  /** Set when the service has no such target, with a sentence that says so. */
  readonly missing?: string;
} & LocalModule;

type LocalModule =
  | { readonly local: TrafficPolicyModule; readonly error?: never }
  | { readonly error: Error; readonly local?: never };

/** Compares local policies with the stored ones, in their order. Their names are unique. */
export async function compareLocal(
  policies: readonly LocalPolicy[],
  connections: Pick<Connections, "clients" | "concurrency">,
  progress: Progress,
  comparing: Comparing,
): Promise<TargetDiff[]> {
  const results = new Map<string, DiffResult>();
  const wanted: WantedPolicy[] = [];
  const planned: PlannedTarget[] = [];
  const protocols = new Map<string, Protocol>();
  for (const { protocol, missing, error, ...policy } of policies) {
    if (policy.local === undefined) {
      if (error !== undefined) results.set(policy.name, { error });
      continue;
    }
    if (protocol !== undefined) protocols.set(policy.name, protocol);
    if (missing === undefined) wanted.push(policy);
    else planned.push({ ...planTarget(policy, undefined, { anyValue: true }), note: missing });
  }
  // To be compared, a policy need not be one that the service would take.
  const plan = await planTargets(connections, wanted, { progress, anyValue: true });
  const all = [...planned, ...plan.targets];
  for (const [name, comparison] of await comparisonsIn(all, comparing, protocols)) {
    results.set(name, { comparison });
  }
  for (const { name, error } of plan.unread) results.set(name, { error });
  return policies.flatMap(({ name, target }): TargetDiff[] => {
    const result = results.get(name);
    return result === undefined ? [] : [{ name, target, ...result }];
  });
}

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
  const { local, error } = await loadLocalModule(() => loadLocalPolicy(target, files));
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

/** Loads a policy as the text that is compared; an error for the user is returned. */
export async function loadLocalModule(
  load: () => ParsedPolicy | Promise<ParsedPolicy>,
): Promise<LocalModule> {
  try {
    const { document, enabled } = await load();
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
  return { document: documentOf(await loadPolicy(policyFile, files, environments)), enabled };
}

import {
  type PlannedTarget,
  planTarget,
  type TrafficPolicyModule,
  type WantedPolicy,
  type ParsedPolicy,
} from "@traffic-policy/api";
import { documentOf, type Files, loadPolicy } from "@traffic-policy/policy-module";
import {
  serialize,
  directionsDialect,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { type Terminal, CommandError } from "../../context.ts";
import type { NamedTarget } from "../../configuration/select-targets.ts";
import type { Progress } from "../../progress/phase.ts";
import { planTargets } from "../../progress/with-progress.ts";
import { isExpected } from "../../service/connect.ts";
import type { Connections } from "../../service/connections.ts";

/** How the stored policy of a target differs from the local one; or why that is not known. */
export type TargetDiff = Pick<NamedTarget, "name" | "target"> & DiffResult;

type DiffResult =
  | { readonly comparison: TargetComparison; readonly error?: never }
  | { readonly error: Error; readonly comparison?: never };

/** What a file of the folder `formats` exports: it prints the result of `diff`. */
export interface DiffFormat {
  readonly default: (diffs: readonly TargetDiff[], verbose: boolean, terminal: Terminal) => void;
}

/** How both differ, and what there is to say of a stored text that is not JSON. */
export type TargetComparison = Pick<PlannedTarget, "state" | "changes" | "note">;

function comparisonIn({ state, changes, note }: PlannedTarget): TargetComparison {
  return { state, ...(note && { note }), changes };
}

/**
 * Compares what the service holds with the local policies, in the order of the targets. One whose
 * local policy cannot be loaded costs no request.
 */
export async function compareTargets(
  connections: Connections,
  targets: readonly NamedTarget[],
  progress: Progress,
  files: Files,
): Promise<TargetDiff[]> {
  const results = new Map<string, DiffResult>();
  const wanted: WantedPolicy[] = [];
  for (const named of targets) {
    const { name, target } = named;
    const { local, error } = await loadLocalModule(named, files);
    if (local === undefined) results.set(name, { error });
    else wanted.push({ name, target, ...connections.nameOf(named), local });
  }
  // To be compared, a policy need not be one that the service would take.
  const plan = await planTargets(connections, wanted, { progress, anyValue: true });
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
 * Compares the local policy of a target with what a file holds, instead of the service.
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
    const wanted = { name: target.name, target: target.target, local };
    const planned = planTarget(wanted, module, { anyValue: true });
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

/** What a file holds in the place of what the service stores. */
interface StoredInFile {
  /** The policy document as text. */
  readonly value: string;
  /** Nothing where the file does not say: a policy document alone does not. */
  readonly enabled: boolean | undefined;
}

/**
 * Reads what stands for a stored policy: a module `{"enabled": …, "value": …}` as the service answers
 * it, alone, in a TCP edge or in an entry of the history; or a policy document in any file that can
 * hold a policy.
 *
 * @returns nothing for an edge or an entry that holds no policy
 * @throws CommandError when the file cannot be read, or holds something else
 */
async function readStoredFile(file: string, files: Files): Promise<StoredInFile | undefined> {
  const path = files.resolve(file);
  const document = documentOf(await loadPolicy(path, files));
  const module = isJsonObject(document) ? moduleIn(document) : undefined;
  if (module === null) return undefined;
  if (module === undefined) {
    if (isPolicy(document)) return { value: serialize(document), enabled: undefined };
    throw new CommandError(`${files.nameOf(path)}: The file holds no policy document.`, {
      help: 'A policy document is an object, like {"inbound": […]}.',
    });
  }
  const { value, enabled } = module;
  if (typeof value === "string" && typeof enabled === "boolean") return { value, enabled };
  throw new CommandError(
    `${files.nameOf(path)}: It is not a policy module as the service returns it.`,
    {
      help: '"enabled" is true or false there, and "value" the policy document as a text of JSON.',
    },
  );
}

/** Whether a document is a policy, and not just any JSON. */
function isPolicy(document: JsonValue): boolean {
  if (!isJsonObject(document)) return false;
  const keys = Object.keys(document);
  return keys.length === 0 || keys.some((key) => directionsDialect.directions.includes(key));
}

/** The module that a document is or holds, null where it says that there is none. */
function moduleIn(document: JsonObject): JsonObject | null | undefined {
  if ("value" in document && "enabled" in document) return document;
  const held = "traffic_policy" in document ? document["traffic_policy"] : document["stored"];
  return held === null || isJsonObject(held) ? held : undefined;
}

async function loadLocalPolicy(target: NamedTarget, files: Files): Promise<ParsedPolicy> {
  const { policyFile, enabled, configuration } = target;
  const { environment } = configuration;
  const environments = environment && [environment];
  return { document: documentOf(await loadPolicy(policyFile, files, { environments })), enabled };
}

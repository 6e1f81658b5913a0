import {
  type Files,
  type Environment,
  documentOf,
  loadPolicy,
  policyFileText,
  type LoadedConfiguration,
} from "@traffic-policy/project";
import {
  checksum,
  readEach,
  type PolicyReading,
  type TrafficPolicyModule,
  type Target,
  readModule,
} from "@traffic-policy/api";
import {
  type Protocol,
  compare,
  dialectOf,
  isJsonObject,
  type JsonObject,
  serialize,
} from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { namedPlaces, type NamedTarget, targetProtocol } from "@traffic-policy/project/selection";
import type { Behaviour } from "../../behaviour/behaviour.ts";
import { CommandError } from "../../context.ts";
import type { PullOutput } from "./output.ts";
import { isExpected } from "../../service/connect.ts";
import type { Connections } from "../../service/connections.ts";

/** Works out how pulling targets changes their policy files; writes nothing. */
export async function pullTargets(
  connections: Connections,
  configuration: LoadedConfiguration,
  targets: readonly NamedTarget[],
  options: PlaceOptions,
): Promise<PulledPolicy[]> {
  const held = await readTargets(connections, targets);
  const conflicts = conflictsOf(held, options.files);
  const protocols = protocolsOf(configuration);
  const pulled: PulledPolicy[] = [];
  for (const { named, stored, error } of held) {
    const { name, target, policyFile: file, configuration: of } = named;
    const { environment } = of;
    const conflict = conflicts.get(file);
    const known = protocols.get(file);
    const protocol = known?.size === 1 ? [...known][0] : undefined;
    if (error !== undefined) pulled.push({ name, target, file, outcome: "failed", error });
    else if (stored === undefined) pulled.push({ name, target, file, outcome: "absent" });
    else if (conflict !== undefined) {
      pulled.push({ name, target, file, outcome: "refused", error: conflict });
    } else {
      const placed = await placePolicy(
        { name, target, file, protocol, stored, environment },
        options,
      );
      const isSaid = placed.error !== undefined || stored.enabled === named.enabled;
      const notes = [placed.note ?? [], isSaid ? [] : enabledNote(stored)].flat();
      pulled.push(notes.length === 0 ? placed : { ...placed, note: notes.join(" ") });
    }
  }
  return pulled;
}

interface HeldPolicy {
  readonly named: NamedTarget;
  readonly stored?: TrafficPolicyModule | undefined;
  readonly error?: Error | undefined;
}

async function readTargets(
  connections: Connections,
  targets: readonly NamedTarget[],
): Promise<HeldPolicy[]> {
  const held: HeldPolicy[] = targets.map((named) => ({ named }));
  const { concurrency } = connections;
  for (const connection of connections.ofAll(targets)) {
    const own = [...targets.keys()].filter((index) => {
      const named = targets[index];
      return named !== undefined && connections.of(named) === connection;
    });
    const places = own.flatMap((index) => targets[index]?.target ?? []);
    const visit = ({ stored, error }: PolicyReading, at: number): void => {
      const index = own[at] ?? -1;
      const named = targets[index];
      if (named === undefined) return;
      const module = stored && { enabled: stored.enabled, value: stored.value };
      held[index] = { named, stored: module, error };
    };
    await readEach(connection.client, places, visit, { concurrency });
  }
  return held;
}

function conflictsOf(held: readonly HeldPolicy[], files: Files): ReadonlyMap<string, CommandError> {
  const first = new Map<string, HeldPolicy>();
  const conflicts = new Map<string, CommandError>();
  for (const one of held) {
    const { policyFile, name } = one.named;
    const other = first.get(policyFile);
    if (other === undefined) first.set(policyFile, one);
    else if (!holdSame(one, other) && !conflicts.has(policyFile)) {
      const names = `"${other.named.name}" and "${name}"`;
      const message = `${files.nameOf(policyFile)} is the policy of ${names}, but the service stores different ones for them.`;
      const help = "Give each target its own file in the configuration, or pull one of them.";
      conflicts.set(policyFile, new CommandError(message, { help }));
    }
  }
  return conflicts;
}

function holdSame({ stored: one }: HeldPolicy, { stored: other }: HeldPolicy): boolean {
  if (one === undefined || other === undefined) return true;
  return checksum({ ...one, enabled: true }) === checksum({ ...other, enabled: true });
}

function protocolsOf(configuration: LoadedConfiguration): Map<string, Set<Protocol>> {
  const protocols = new Map<string, Set<Protocol>>();
  for (const { policyFile, target } of namedPlaces(configuration)) {
    const protocol = targetProtocol(target);
    if (protocol !== undefined) getOrAdd(protocols, policyFile, () => new Set()).add(protocol);
  }
  return protocols;
}

/** The policy file does not record whether the policy is applied. */
function enabledNote({ enabled }: TrafficPolicyModule): string {
  return enabled
    ? 'The stored policy is enabled, but the configuration disables it: remove "enabled: false" there.'
    : 'The stored policy is disabled, but the configuration enables it: write "enabled: false" there.';
}

/**
 * The result of pulling a policy: `unchanged` when the file already held it, `absent` when the service holds none,
 * `refused` when the file holds something else, `failed` for every other reason, `skipped` when it was not tried
 * because others were refused.
 */
export type PullOutcome = PullOutput["targets"][number]["outcome"];

export interface PulledPolicy {
  readonly name: string;
  readonly target: Target;
  /** Absolute path of the policy's file, or of the text file for a text that is not a policy. */
  readonly file: string;
  readonly isText?: true;
  readonly outcome: PullOutcome;
  readonly note?: string | undefined;
  readonly error?: Error | undefined;
  readonly change?: FileChange | undefined;
  readonly differing?: { readonly local: string; readonly stored: string } | undefined;
  readonly behaviour?: Behaviour | undefined;
}

export interface FileChange {
  /** The previous content; undefined for a new file. */
  readonly before: Buffer | undefined;
  readonly text: string;
}

export interface PlaceOptions {
  readonly force: boolean;
  readonly files: Files;
}

export interface PolicyToPlace {
  readonly name: string;
  readonly target: Target;
  /** Absolute path. */
  readonly file: string;
  /** The protocol of the policies in this file; undefined when they differ. */
  readonly protocol: Protocol | undefined;
  readonly stored: TrafficPolicyModule;
  readonly environment?: Environment | undefined;
}

/**
 * Works out how pulling a policy changes its file; writes nothing. A file that holds exactly this policy stays as it
 * is; a file with any other content is refused, unless `force` is set. A text that is not a policy is pulled into a
 * separate text file, because a code file would be run.
 */
export async function placePolicy(
  { name, target, file, protocol, stored, environment }: PolicyToPlace,
  options: PlaceOptions,
): Promise<PulledPolicy> {
  const { force, files } = options;
  const placed = { name, target, file };
  try {
    const { document, note = "The stored policy is not a JSON object." } = readModule(stored);
    if (!isJsonObject(document)) return placeText({ ...placed, text: stored.value, note }, options);
    const before = files.bytesIfAny(file);
    const held = { file, environments: environment && [environment] };
    const { refusal, isFinal, local } =
      before === undefined ? {} : await whyNotReplaced(held, document, files);
    if (before !== undefined && refusal === undefined) return { ...placed, outcome: "unchanged" };
    const text = await policyFileText(files.nameOf(file), document, protocol);
    const differing = local === undefined ? undefined : { local, stored: stored.value };
    return refusal === undefined || (force && isFinal !== true)
      ? { ...placed, outcome: "written", change: { before, text }, differing }
      : { ...placed, outcome: "refused", error: refusal, differing };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ...placed, outcome: "failed", error };
  }
}

function placeText(
  {
    name,
    target,
    file: policyFile,
    text,
    note,
  }: Pick<PolicyToPlace, "name" | "target" | "file"> & {
    readonly text: string;
    readonly note: string;
  },
  { force, files }: PlaceOptions,
): PulledPolicy {
  const file = policyFile.replace(/\.\w+$/, "") + ".txt";
  const placed = { name, target, file, isText: true } as const;
  const before = files.bytesIfAny(file);
  const stays =
    files.bytesIfAny(policyFile) === undefined
      ? ""
      : `, and ${files.nameOf(policyFile)} stays as it is`;
  const fullNote = `${note} Its exact text is in ${files.nameOf(file)}${stays}.`;
  if (before?.equals(Buffer.from(text))) return { ...placed, outcome: "unchanged", note: fullNote };
  if (before === undefined || force) {
    return { ...placed, outcome: "written", note: fullNote, change: { before, text } };
  }
  const message = `${files.nameOf(file)} holds another text, so it was not changed.`;
  const error = new CommandError(message, { help: "Use --force to overwrite it." });
  return { ...placed, outcome: "refused", error };
}

interface Refusal {
  /** Undefined when the file holds exactly the same. */
  readonly refusal?: Error;
  /** Set when `force` does not override the refusal. */
  readonly isFinal?: boolean;
  readonly local?: string;
}

async function whyNotReplaced(
  {
    file,
    environments,
  }: { readonly file: string; readonly environments?: readonly Environment[] | undefined },
  document: JsonObject,
  files: Files,
): Promise<Refusal> {
  const name = files.nameOf(file);
  try {
    const loaded = await loadPolicy(file, files, environments);
    const held = documentOf(loaded);
    const { state } = compare(held, document, await dialectOf(document));
    if (state === "identical") return {};
    const other = state === "different" ? { local: serialize(held) } : {};
    if (loaded.environment !== undefined) {
      const message = `${name} is a function of the environment, so it was not changed.`;
      const help =
        "Change it by hand: what is stored in one environment would replace all of them.";
      return { refusal: new CommandError(message, { help }), isFinal: true, ...other };
    }
    const what = state === "equivalent" ? "the policy in another form" : "another policy";
    return {
      refusal: new CommandError(`${name} holds ${what}, so it was not changed.`, {
        help: "Use diff to see the difference, and --force to overwrite it.",
      }),
      ...other,
    };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return {
      refusal: new CommandError(`${name} already exists and is not a policy: ${error.message}`, {
        help: "Use --force to overwrite it.",
        cause: error,
      }),
    };
  }
}

import type { Files } from "@traffic-policy/policy-module";
import {
  checksum,
  readEach,
  type Client,
  type PolicyReading,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import type { Protocol } from "@traffic-policy/policy-language";
import { CommandError } from "../../context.ts";
import type { LoadedConfiguration } from "../../configuration/load-configuration.ts";
import { namedTargets, type NamedTarget } from "../../configuration/select-targets.ts";
import { targetProtocol } from "../../lint/protocol-claim.ts";
import { placePolicy, type PlaceOptions, type PulledPolicy } from "./place-policy.ts";

/** Finds out what pulling targets does to their policy files, and writes nothing. */
export async function pullTargets(
  client: Client,
  configuration: LoadedConfiguration,
  targets: readonly NamedTarget[],
  options: PlaceOptions & { readonly concurrency?: number | undefined },
): Promise<PulledPolicy[]> {
  const held = await readTargets(client, targets, options);
  const conflicts = conflictsOf(held, options.files);
  const protocols = protocolsOf(configuration);
  const pulled: PulledPolicy[] = [];
  for (const { named, stored, error } of held) {
    const { name, target, policyFile: file } = named;
    const conflict = conflicts.get(file);
    const known = protocols.get(file);
    const protocol = known?.size === 1 ? [...known][0] : undefined;
    if (error !== undefined) pulled.push({ name, target, file, outcome: "failed", error });
    else if (stored === undefined) pulled.push({ name, target, file, outcome: "absent" });
    else if (conflict !== undefined) {
      pulled.push({ name, target, file, outcome: "refused", error: conflict });
    } else {
      const placed = await placePolicy({ name, target, file, protocol, stored }, options);
      const isSaid = placed.error !== undefined || stored.enabled === named.enabled;
      const notes = [placed.note ?? [], isSaid ? [] : enabledNote(stored)].flat();
      pulled.push(notes.length === 0 ? placed : { ...placed, note: notes.join(" ") });
    }
  }
  return pulled;
}

/** What the service holds for a target; of the policy, only its text. */
interface HeldPolicy {
  readonly named: NamedTarget;
  readonly stored?: TrafficPolicyModule | undefined;
  readonly error?: Error | undefined;
}

async function readTargets(
  client: Client,
  targets: readonly NamedTarget[],
  { concurrency }: { readonly concurrency?: number | undefined },
): Promise<HeldPolicy[]> {
  const held: HeldPolicy[] = targets.map((named) => ({ named }));
  const places = targets.map(({ target }) => target);
  const visit = ({ stored, error }: PolicyReading, index: number): void => {
    const named = targets[index];
    if (named === undefined) return;
    const module = stored && { enabled: stored.enabled, value: stored.value };
    held[index] = { named, stored: module, error };
  };
  await readEach(client, places, visit, { concurrency });
  return held;
}

/** Files that are to hold two different policies, each with the reason why it is left alone. */
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

/** Whether two targets hold the same policy; what is none contradicts nothing. */
function holdSame({ stored: one }: HeldPolicy, { stored: other }: HeldPolicy): boolean {
  if (one === undefined || other === undefined) return true;
  return checksum({ ...one, enabled: true }) === checksum({ ...other, enabled: true });
}

/** What the policies are for that a file holds for all targets. */
function protocolsOf(configuration: LoadedConfiguration): Map<string, Set<Protocol>> {
  const protocols = new Map<string, Set<Protocol>>();
  for (const { policyFile, target } of namedTargets(configuration)) {
    const known = protocols.get(policyFile) ?? new Set();
    protocols.set(policyFile, known.add(targetProtocol(target)));
  }
  return protocols;
}

/** No policy file says whether the policy is applied. */
function enabledNote({ enabled }: TrafficPolicyModule): string {
  return enabled
    ? 'The stored policy is enabled, but the configuration disables it: remove "enabled: false" there.'
    : 'The stored policy is disabled, but the configuration enables it: write "enabled: false" there.';
}

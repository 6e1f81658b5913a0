import { join } from "node:path";
import { readModule, type WantedPolicy } from "@traffic-policy/api";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { folderName } from "@traffic-policy/project/files";
import type { Context } from "../../context.ts";
import { loadLocalPolicies, wantedPolicies } from "../../policy-file/load-local-policies.ts";
import type { Progress } from "../../progress/phase.ts";
import { planTargets } from "../../progress/with-progress.ts";
import type { Connections } from "../../service/connections.ts";

export interface Pair {
  readonly source: NamedTarget;
  readonly target: NamedTarget;
}

interface Refused {
  readonly target: NamedTarget;
  readonly reason: string;
  readonly help: string;
}

/**
 * Works out the policies that targets get. If the source holds exactly what the code builds for it, the target gets
 * what the code builds for the target. Otherwise the target gets the stored policy of the source, unless the policy
 * differs between the environments: then the required differences are unknown, and the target is refused.
 *
 * @param from - the environment of the sources
 */
export async function promotedPolicies(
  pairs: readonly Pair[],
  {
    from,
    connections,
    context,
    progress,
  }: {
    readonly from: string;
    readonly connections: Connections;
    readonly context: Context;
    readonly progress: Progress;
  },
): Promise<{
  readonly policies: readonly NamedTarget[];
  readonly refused: readonly Refused[];
}> {
  const sources = pairs.map(({ source }) => source);
  const targets = pairs.map(({ target }) => target);
  const local = await wantedOf(sources, connections, context);
  const other = await wantedOf(targets, connections, context);
  const held = await planTargets(connections, [...local.values()], { progress, anyValue: true });
  const planned = new Map(held.targets.map((one) => [one.name, one]));
  const unread = new Map(held.unread.map((one) => [one.name, one]));
  const policies: NamedTarget[] = [];
  const refused: Refused[] = [];
  for (const { source, target } of pairs) {
    const { name } = source;
    const failed = unread.get(name);
    const one = planned.get(name);
    const refuse = (reason: string, help: string): void =>
      void refused.push({ target, reason, help });
    if (one === undefined) {
      const { message = "", help = "Try again when it can be read." } = failed?.error ?? {};
      refuse(`What ${from} holds could not be read. ${message}`, help);
    } else if (one.action === "create") {
      refuse(`${from} holds no policy.`, `Deploy to ${from} first.`);
    } else if (one.action === "unchanged") {
      policies.push(target);
    } else if (one.stored === undefined || one.stored.enabled !== source.enabled) {
      const is = one.stored?.enabled === true ? "enabled" : "disabled";
      refuse(
        `The policy is ${is} in ${from}, but the configuration says otherwise.`,
        `Deploy to ${from} first, or correct "enabled" in the configuration.`,
      );
    } else if (local.get(name)?.local?.value !== other.get(target.name)?.local?.value) {
      refuse(
        `${from} holds another policy than the code builds, and the code builds different ones for both environments.`,
        `Deploy to ${from} first, or deploy the code directly.`,
      );
    } else {
      policies.push(withText(target, one.stored.value, { from, context }));
    }
  }
  return { policies, refused };
}

async function wantedOf(
  targets: readonly NamedTarget[],
  connections: Connections,
  context: Context,
): Promise<ReadonlyMap<string, WantedPolicy>> {
  const policies = await loadLocalPolicies(targets, { lint: false }, context);
  const wanted = wantedPolicies(policies, targets, connections);
  return new Map(wanted.map((one) => [one.name, one]));
}

function withText(
  target: NamedTarget,
  text: string,
  { from, context: { files } }: { readonly from: string; readonly context: Context },
): NamedTarget {
  // The service may hold a policy as YAML.
  const { document, note } = readModule({ enabled: true, value: text });
  const ending = document !== undefined && note !== undefined ? "yaml" : "json";
  const name = `${folderName(target.key)} in ${from}.${ending}`;
  const policyFile = join(target.configuration.folder, name);
  files.give(policyFile, text);
  return { ...target, policyFile };
}

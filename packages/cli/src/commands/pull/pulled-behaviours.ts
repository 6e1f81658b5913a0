import { verdictText } from "@traffic-policy/policy-proof/report";
import { targetProtocol } from "@traffic-policy/project/selection";
import { quickComparer, type BehaviourComparer } from "../../behaviour/behaviour-comparer.ts";
import { CommandError } from "../../context.ts";
import type { PulledPolicy } from "./pull-targets.ts";

export async function withBehaviours(pulled: readonly PulledPolicy[]): Promise<PulledPolicy[]> {
  const comparer = quickComparer();
  const results: PulledPolicy[] = [];
  for (const policy of pulled) results.push(await withBehaviour(policy, comparer));
  return results;
}

async function withBehaviour(
  policy: PulledPolicy,
  comparer: BehaviourComparer,
): Promise<PulledPolicy> {
  const { differing, target, error } = policy;
  if (differing === undefined) return policy;
  const [before, after] = [differing.local, differing.stored].map((value) => ({
    enabled: true,
    value,
  }));
  // A mistake of ours must not keep anybody from what is stored.
  const protocol = targetProtocol(target) ?? "http";
  const compared = comparer.compare(before, after, protocol).catch(() => undefined);
  const behaviour = await compared;
  if (behaviour === undefined || behaviour.kind === "unknown") return policy;
  if (!(error instanceof CommandError)) return { ...policy, behaviour };
  const message = `${error.message} Its behaviour is ${verdictText(behaviour)}.`;
  return { ...policy, behaviour, error: new CommandError(message, { help: error.help }) };
}

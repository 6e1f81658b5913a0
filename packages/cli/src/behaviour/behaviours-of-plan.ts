import type { PlannedTarget } from "@traffic-policy/api";
import type { Protocol } from "@traffic-policy/policy-language";
import { targetProtocol } from "@traffic-policy/project/selection";
import type { Context } from "../context.ts";
import { inSteps } from "../progress/steps.ts";
import type { Behaviour, Behaviours } from "./behaviour.ts";
import type { BehaviourComparer } from "./behaviour-comparer.ts";

export function behavioursOf(
  targets: readonly PlannedTarget[],
  comparer: BehaviourComparer,
  context: Pick<Context, "terminal" | "clock">,
  protocols: ReadonlyMap<string, Protocol> = new Map(),
): Promise<Behaviours> {
  return inSteps("Comparing", targets.length, context, async (step) => {
    const behaviours = new Map<string, Behaviour>();
    for (const planned of targets) {
      const protocol = targetProtocol(planned.target) ?? protocols.get(planned.name) ?? "http";
      behaviours.set(planned.name, await behaviourOf(planned, comparer, protocol));
      await step();
    }
    return behaviours;
  });
}

export async function behaviourOf(
  { action, stored, local }: Pick<PlannedTarget, "action" | "stored" | "local">,
  comparer: BehaviourComparer,
  protocol: Protocol,
): Promise<Behaviour> {
  if (action === "unchanged")
    return { kind: "same", groups: [], unknown: [], dependsOn: [], protocol };
  return comparer.compare(stored, local, protocol);
}

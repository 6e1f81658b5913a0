import { type Plan, TargetSkipped } from "@traffic-policy/api";
import { groupsText } from "@traffic-policy/policy-proof/report";
import { isChange, type Behaviour, type Behaviours } from "../behaviour/behaviour.ts";
import { quickComparer, type BehaviourComparer } from "../behaviour/behaviour-comparer.ts";
import { behavioursOf } from "../behaviour/behaviours-of-plan.ts";
import { checkUnasked, comparerOf } from "../behaviour/comparer-of.ts";
import type { Context } from "../context.ts";
import type { ChangingOptions } from "./options.ts";

const written = {
  deploy: "The local policy",
  promote: "The promoted policy",
  rollback: "The restored policy",
} as const;

const option = "--no-behaviour-change";

export async function unchangedComparer(
  options: ChangingOptions,
  action: keyof typeof written,
  context: Pick<Context, "clock">,
): Promise<BehaviourComparer | undefined> {
  const subjects = ["The stored policy", written[action]] as const;
  if (!options.behaviourChange) return comparerOf(options, context, { subjects });
  checkUnasked(options, option);
  return undefined;
}

export function behaviourRefusals(
  { targets }: Plan,
  behaviours: Behaviours,
): ReadonlyMap<string, TargetSkipped> {
  return new Map(
    targets.flatMap(({ name }) => {
      const behaviour = behaviours.get(name);
      return behaviour !== undefined && isChange(behaviour) ? [[name, refusal(behaviour)]] : [];
    }),
  );
}

function refusal(behaviour: Behaviour): TargetSkipped {
  const [{ reason = "" } = {}] = behaviour.unknown;
  if (behaviour.kind === "unknown") {
    return new TargetSkipped(`It is not known whether behaviour would change. ${reason}`, {
      help: `Remove ${option} to write it anyway, or give the proof more time with --timeout.`,
    });
  }
  return new TargetSkipped(`Behaviour would change for ${groupsText(behaviour)}.`, {
    help: `If that is intended, remove ${option}.`,
  });
}

export async function quickBehaviours({ targets }: Plan, context: Context): Promise<Behaviours> {
  const comparer = quickComparer();
  // Everybody expects a policy that comes or goes to make a difference.
  const changed = targets.filter(({ action }) => action === "change");
  // A mistake of ours must not keep anybody from going back.
  const behaviours = await behavioursOf(changed, comparer, context).catch(() => []);
  return new Map([...behaviours].filter(([, { kind }]) => kind !== "unknown"));
}

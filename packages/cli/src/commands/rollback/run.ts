import type { WantedPolicy } from "@traffic-policy/api";
import type { Context, ExitStatus } from "../../context.ts";

import { quickBehaviours } from "../../deploying/behaviour-change.ts";
import { byName, describedRun } from "../../deploying/described-run.ts";
import { planTitle } from "../../deploying/plan-details.ts";
import { targetsOrError } from "../../deploying/prepare.ts";
import { runPlan } from "../../deploying/run-plan.ts";
import { disableInstead } from "./disable-instead.ts";
import { planTargets } from "../../progress/with-progress.ts";
import { entriesToRestore } from "./entries-to-restore.ts";
import { originOf } from "../../git/origin.ts";
import type { RollbackOptions } from "./command.ts";

const words = {
  nothing: "Nothing was rolled back",
  question: "Roll back to this",
  preposition: "in",
  verb: "Rolling back",
} as const;

/**
 * Runs `traffic-policy rollback [target...]`: restores previous policies of targets. Without targets and a time,
 * restores what the last run overwrote.
 */
export default async function rollback(
  names: readonly string[],
  options: RollbackOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  const { tag, to } = options;
  const { nothing } = words;
  const selected = { ...options, target: names };
  const { targets } = await targetsOrError(selected, context, { nothing });
  const origin = await originOf(context.cwd, context);
  const run = { action: "rollback", words, targets, options, context } as const;
  return runPlan(run, async ({ connections, histories, progress }) => {
    const lastRun = names.length === 0 && tag === undefined && to === undefined;
    const request = { targets, named: names, to, lastRun };
    const restored = await entriesToRestore(histories, connections, request);
    const wanted = restored.map(({ entry, ...named }): WantedPolicy => ({
      name: named.name,
      target: named.target,
      ...connections.nameOf(named),
      local: entry.stored ?? undefined,
    }));
    const how = { progress, anyValue: true };
    const made = await planTargets(connections, wanted, how);
    const asking = { wanted, targets: byName(targets), options, terminal, nothing };
    const { plan, disabled } = await disableInstead(made, connections, asking);
    const notes = restored.map(({ name, entry }): [string, string] => [
      name,
      `${disabled.has(name) ? "it had none" : "as it was"} until ${entry.time}`,
    ]);
    const title = planTitle(describedRun(targets, connections), "Rollback plan for");
    // What is asked for more closely is compared more closely later.
    const isQuick = options.behaviourChange && options.format === "pretty";
    const behaviours = isQuick ? await quickBehaviours(plan, context) : undefined;
    const meant = { behaviours, briefBehaviours: isQuick && options.verbose !== true };
    const report = { title, notes: new Map(notes), wording: "rollback", ...meant } as const;
    return { plan, report, origin, anyValue: true, disabled };
  });
}

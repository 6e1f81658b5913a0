import type { Context, ExitStatus } from "../../context.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { selectTargets } from "../../configuration/select-targets.ts";
import { runPlan } from "../../deploying/run-plan.ts";
import { disableInstead } from "./disable-instead.ts";
import { planTargets, connected } from "../../progress/with-progress.ts";
import { entriesToRestore } from "./entries-to-restore.ts";
import { History } from "../../history/history.ts";
import { originOf } from "../../origin/origin.ts";
import type { RollbackOptions } from "./command.ts";

const words = {
  nothing: "Nothing was rolled back",
  question: "Roll back to this?",
  verb: "Rolling back",
} as const;

/**
 * `traffic-policy rollback [target...]`: restores what targets held before. Where nobody says which
 * targets and to when, it is what the last run overwrote.
 */
export default async function rollback(
  names: readonly string[],
  options: RollbackOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  const { tag, to, concurrency } = options;
  const configuration = await loadConfiguration(options, context);
  const targets = selectTargets(configuration, { target: names, tag });
  const history = new History(configuration, context);
  const origin = await originOf(configuration.folder, context);
  return connected(configuration, options, context, (connection, progress) => {
    const work = async (): Promise<ExitStatus> => {
      const lastRun = names.length === 0 && tag === undefined && to === undefined;
      const request = { targets, named: names, to, lastRun };
      const restored = await entriesToRestore(history, connection, request);
      const wanted = restored.map(({ name, target, entry }) => ({
        name,
        target,
        local: entry.stored ?? undefined,
      }));
      const made = await planTargets(connection, wanted, { progress, concurrency, anyValue: true });
      const asking = { wanted, options, terminal, nothing: words.nothing };
      const { plan, disabled } = await disableInstead(made, connection, asking);
      const notes = restored.map(({ name, entry }): [string, string] => [
        name,
        `${disabled.has(name) ? "it had none" : "as it was"} until ${entry.time}`,
      ]);
      const title = `Rollback plan for ${connection.description}`;
      return await runPlan(plan, {
        connection,
        history,
        progress,
        context,
        options,
        words,
        anyValue: true,
        disabled,
        by: { action: "rollback", ...origin },
        report: { title, notes: new Map(notes), wording: "rollback" },
      });
    };
    return options.dryRun ? work() : history.alone(work);
  });
}

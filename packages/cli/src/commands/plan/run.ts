import { exceededLimits, type Plan } from "@traffic-policy/api";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { printable } from "@traffic-policy/policy-language/internal";
import { type Context, isoTime, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { behavioursOf } from "../../behaviour/behaviours-of-plan.ts";
import { semanticComparer } from "../../behaviour/comparer-of.ts";

import { limitsOf } from "../../deploying/limits.ts";
import { byName, describedRun, serviceText } from "../../deploying/described-run.ts";
import { prepare } from "../../deploying/prepare.ts";
import { lintFindings, printWarnings } from "../../lint/report.ts";
import { savedFindings, type PlanDetails } from "../../deploying/plan-details.ts";
import { checkPlanFile, readSaved, writePlanFile } from "../../deploying/plan-file.ts";
import type { OpenedByPlan } from "../../deploying/opened-by-plan.ts";
import { originOf } from "../../git/origin.ts";
import { planTargets, connected } from "../../progress/with-progress.ts";
import { wantedPolicies } from "../../policy-file/load-local-policies.ts";
import { targetMeant } from "../../deploying/target-meant.ts";
import type { PlanOptions } from "./command.ts";
import { printShownPlan } from "./report.ts";

/** Runs `traffic-policy plan [plan]`: shows what deploy would change, and never writes to the service. */
export default async function plan(
  planFile: string | undefined,
  options: PlanOptions,
  context: Context,
): Promise<ExitStatus> {
  if (planFile !== undefined) return showSaved(planFile, options, context);
  const { terminal } = context;
  const { lint, out } = options;
  if (out !== undefined) checkPlanFile(out, context.files);
  const comparer = await semanticComparer(options, context);
  const asked = originOf(context.cwd, context);
  const { targets, policies, status } = await prepare(options, context, { every: true });
  if (targets.length === 0) {
    const why = lint ? "a policy did not pass lint" : "no policy could be loaded";
    terminal.err(`There is no plan: ${why}.\n`);
    return status ?? exitStatus.failure;
  }
  const { commit } = await asked;
  const diagnostics = lintFindings(policies) as PlanDetails["diagnostics"];
  return connected(targets, options, context, async (connections, progress) => {
    const wanted = wantedPolicies(policies, targets, connections);
    const made = await planTargets(connections, wanted, { progress });
    const details = {
      ...describedRun(targets, connections),
      linted: lint,
      ...(commit && { commit }),
      ...(diagnostics && { diagnostics }),
    };
    const about = {
      service: serviceText(targets, connections),
      time: isoTime(context.clock),
      details,
    };
    const limits = limitsOf(made, byName(targets), {});
    const behaviours = comparer && (await behavioursOf(made.targets, comparer, context));
    const opened = options.site && (await openedBy(made, targets, options, context));
    printShownPlan({ plan: made, ...about, limits, behaviours, opened }, options, terminal);
    if (made.unread.length > 0 || status !== undefined) {
      if (out === undefined) return exitStatus.failure;
      throw new CommandError(`${out} was not written: the plan is incomplete.`, {
        help: "Plan only the targets that can be read, with --target or --tag.",
      });
    }
    if (out !== undefined) {
      await writePlanFile(out, made, about, context.files);
      terminal.err(`${printable(out)} was written.\n`);
    }
    return statusOf(made, options);
  });
}

async function openedBy(
  made: Plan,
  targets: readonly NamedTarget[],
  options: PlanOptions,
  context: Context,
): Promise<OpenedByPlan> {
  const { openedByPlan } = await import("../../deploying/opened-by-plan.ts");
  return openedByPlan(made, byName(targets), options, context);
}

async function showSaved(
  file: string,
  options: PlanOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files } = context;
  await checkWhole(file, options, context);
  const comparer = await semanticComparer(options, context);
  const { plan: saved, service, time, about } = readSaved(files.resolve(file), files);
  const limits = exceededLimits(saved);
  printWarnings({ diagnostics: savedFindings(about) ?? [] }, context.terminal);
  const behaviours = comparer && (await behavioursOf(saved.targets, comparer, context));
  const shown = { plan: saved, service, time, details: about, limits, behaviours };
  printShownPlan(shown, options, context.terminal);
  return statusOf(saved, options);
}

async function checkWhole(file: string, options: PlanOptions, context: Context): Promise<void> {
  const { target, tag, lint, maxWarnings, out, site } = options;
  const { files } = context;
  if (!files.exists(files.resolve(file))) {
    const { environments = [] } = (await projectOf(options, context).configurations.load()) ?? {};
    const help = targetMeant(file, environments);
    if (help !== undefined) throw new CommandError(`${file}: There is no such file.`, { help });
  }
  const isWhole = [target, tag, out, site].every((option) => option === undefined);
  if (isWhole && lint && maxWarnings === undefined) return;
  throw new CommandError("A saved plan is shown exactly as it was saved.", {
    help: "Remove --target, --tag, --no-lint, --max-warnings, --site and --out, or make a new plan with them.",
  });
}

function statusOf({ targets }: Plan, { exitCode }: PlanOptions): ExitStatus {
  const changes = targets.some(({ action }) => action !== "unchanged");
  return exitCode && changes ? exitStatus.findings : exitStatus.ok;
}

import { exceededLimits, type Plan } from "@traffic-policy/api";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { type Context, isoTime, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import {
  loadConfiguration,
  loadConfigurationIfAny,
} from "../../configuration/load-configuration.ts";
import { selectTargets } from "../../configuration/select-targets.ts";
import { lintFindings, stoppedByLint } from "../../report/lint.ts";
import type { PlanDetails } from "../../deploying/plan-details.ts";
import { checkPlanFile, readSaved, writePlanFile } from "../../deploying/plan-file.ts";
import { originOf } from "../../origin/origin.ts";
import { planTargets, connected } from "../../progress/with-progress.ts";
import { shellWord } from "../../report/text.ts";
import type { PlanOptions } from "./command.ts";
import { loadLocalPolicies } from "../../policy-file/load-local-policies.ts";
import { formats } from "./formats/index.generated.ts";
import type { PlanFormat, ShownPlan } from "./shown-plan.ts";

/** `traffic-policy plan [plan]`: shows what deploy would change, and never writes to the service. */
export default async function plan(
  planFile: string | undefined,
  options: PlanOptions,
  context: Context,
): Promise<ExitStatus> {
  if (planFile !== undefined) return showSaved(planFile, options, context);
  const { terminal } = context;
  const { lint, maxWarnings, concurrency, out } = options;
  if (out !== undefined) checkPlanFile(out, context.files);
  const configuration = await loadConfiguration(options, context);
  const asked = originOf(configuration.folder, context);
  const targets = selectTargets(configuration, options);
  const local = await loadLocalPolicies(targets, { configuration, lint }, context);
  const stopped = await stoppedByLint(local, { configuration, maxWarnings }, context);
  if (stopped !== undefined) {
    terminal.err("There is no plan: a policy did not pass lint.\n");
    return stopped;
  }
  const wanted = local.wanted();
  const { commit } = await asked;
  const diagnostics = lintFindings(local) as PlanDetails["diagnostics"];
  return connected(configuration, options, context, async (connection, progress) => {
    const made = await planTargets(connection, wanted, { progress, concurrency });
    const { service, description } = connection;
    const details = {
      description,
      linted: lint,
      ...(commit && { commit }),
      ...(diagnostics && { diagnostics }),
    };
    const about = { service, time: isoTime(context.clock), details };
    await show({ plan: made, ...about, limits: exceededLimits(made) }, options, context);
    if (made.unread.length > 0) {
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

/** Shows a plan as when it was made. Nobody is asked for anything: all of it is in the file. */
async function showSaved(
  file: string,
  options: PlanOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files } = context;
  await checkWhole(file, options, context);
  const { plan: saved, service, time, about } = readSaved(files.resolve(file), files);
  const limits = exceededLimits(saved);
  await show({ plan: saved, service, time, details: about, limits }, options, context);
  return statusOf(saved, options);
}

/** Refuses what would make another plan. */
async function checkWhole(
  file: string,
  { target, tag, lint, maxWarnings, out }: PlanOptions,
  { files }: Context,
): Promise<void> {
  if (!files.exists(files.resolve(file))) {
    const configuration = await loadConfigurationIfAny(files);
    if (Object.hasOwn(configuration?.targets ?? {}, file)) {
      throw new CommandError(`${file}: There is no such file.`, {
        help: `Did you mean --target ${shellWord(file)}?`,
      });
    }
  }
  const isWhole = target === undefined && tag === undefined && out === undefined;
  if (isWhole && lint && maxWarnings === undefined) return;
  throw new CommandError("A saved plan is shown exactly as it was saved.", {
    help: "Remove --target, --tag, --no-lint, --max-warnings and --out, or make a new plan with them.",
  });
}

async function show(
  shown: ShownPlan,
  { format, verbose }: PlanOptions,
  { terminal }: Context,
): Promise<void> {
  const { default: print }: PlanFormat = await formats[format]();
  print(shown, verbose === true, terminal);
}

function statusOf({ targets }: Plan, { exitCode }: PlanOptions): ExitStatus {
  const changes = targets.some(({ action }) => action !== "unchanged");
  return exitCode && changes ? exitStatus.findings : exitStatus.ok;
}

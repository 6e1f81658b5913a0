import { TargetSkipped } from "@traffic-policy/api";
import { everyEnvironment, selectPlaces } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, type ExitStatus } from "../../context.ts";
import { byName, describedRun } from "../../deploying/described-run.ts";
import { prepare, type Prepared } from "../../deploying/prepare.ts";
import { runPlan, type PlanRun } from "../../deploying/run-plan.ts";
import { printError } from "../../report/error.ts";
import { lintFindings, printWarnings } from "../../lint/report.ts";
import { environmentsOf, planTitle, savedFindings } from "../../deploying/plan-details.ts";
import { planForRun, readSaved, targetsOfPlan } from "../../deploying/plan-file.ts";
import { planTargets } from "../../progress/with-progress.ts";
import { originOf, type Origin } from "../../git/origin.ts";
import { wantedPolicies } from "../../policy-file/load-local-policies.ts";
import type { DeployOptions } from "./command.ts";
import { printDeployment } from "../../deploying/report.ts";
import { targetMeant } from "../../deploying/target-meant.ts";
import { enumerated } from "@traffic-policy/policy-language/internal";

const words = {
  nothing: "Nothing was deployed",
  question: "Deploy this",
  preposition: "to",
  verb: "Deploying",
} as const;

const running = { action: "deploy", words } as const;

/** Runs `traffic-policy deploy [plan]`: plans, asks, writes, reads back and compares. */
export default async function deploy(
  planFile: string | undefined,
  options: DeployOptions,
  context: Context,
): Promise<ExitStatus> {
  const asked = originOf(context.cwd, context);
  if (planFile !== undefined) return deploySaved(planFile, asked, options, context);
  const prepared = await prepare(options, context);
  const { targets, policies, status } = prepared;
  if (status !== undefined && (targets.length === 0 || options.onFailure !== "continue")) {
    return reportStopped(prepared, status, options, context);
  }
  const origin = await asked;
  const { commit } = origin;
  const { lint } = options;
  const diagnostics = lintFindings(policies);
  const run = { ...running, targets, options, context, ...forbidding(options, context) };
  const ended = await runPlan(run, async ({ connections, progress }) => {
    const wanted = wantedPolicies(policies, targets, connections);
    const plan = await planTargets(connections, wanted, { progress });
    const where = { ...describedRun(targets, connections), ...(commit && { commit }) };
    return { plan, report: { title: planTitle(where), linted: lint }, diagnostics, origin };
  });
  return status ?? ended;
}

function forbidding(options: DeployOptions, context: Context): Pick<PlanRun, "opened"> {
  if (options.forbid === undefined) return {};
  return {
    async opened(plan, targets) {
      const { openedByPlan } = await import("../../deploying/opened-by-plan.ts");
      return openedByPlan(plan, targets, options, context);
    },
  };
}

async function deploySaved(
  file: string,
  asked: Promise<Origin>,
  options: DeployOptions,
  context: Context,
): Promise<ExitStatus> {
  const how = await checkWhole(file, options, context);
  const { configurations } = await projectOf(how, context).configurations.chosen({ every: true });
  const saved = readSaved(context.files.resolve(file), context.files);
  const targets = targetsOfPlan(file, saved, byName(selectPlaces(configurations)));
  const { commit: _now, ...operator } = await asked;
  const run = { ...running, targets, options, context, ...forbidding(how, context) };
  return runPlan(run, async ({ connections }) => {
    const plan = planForRun(file, saved, byName(targets), connections);
    const { time, about } = saved;
    const { commit, linted } = about;
    const diagnostics = savedFindings(about);
    printWarnings({ diagnostics: diagnostics ?? [] }, context.terminal);
    const report = { title: `${planTitle(about)}, made at ${time}`, linted };
    const origin = { ...operator, ...(commit && { commit }) };
    return { plan, report, origin, diagnostics, isSaved: true };
  });
}

/**
 * Checks that no option would change a saved plan; its environment is in the plan.
 *
 * @throws CommandError when an option would
 */
async function checkWhole(
  file: string,
  options: DeployOptions,
  context: Context,
): Promise<DeployOptions> {
  const { files } = context;
  const { target, tag, lint, maxWarnings } = options;
  const path = files.resolve(file);
  if (!files.exists(path)) {
    const { environments = [] } = (await projectOf(options, context).configurations.load()) ?? {};
    throw new CommandError(`${file}: There is no such file.`, {
      help:
        targetMeant(file, environments) ??
        "The argument is a plan that `plan --out` has saved; targets are named with --target.",
    });
  }
  if (target !== undefined || tag !== undefined || !lint || maxWarnings !== undefined) {
    throw new CommandError("A saved plan is applied exactly as it was saved.", {
      help: "Remove --target, --tag, --no-lint and --max-warnings, or make a new plan with them.",
    });
  }
  const { about } = readSaved(path, files);
  const { environment = everyEnvironment } = about;
  if (options.environment === undefined || options.environment === environment) {
    return { ...options, environment, environmentBy: `The plan ${file}` };
  }
  const names = environmentsOf(about);
  const of = names.length === 0 ? "no environment alone" : enumerated(names);
  throw new CommandError(`${file}: This plan is for ${of}, not for ${options.environment}.`, {
    help: "Remove --environment, or make a new plan.",
  });
}

function reportStopped(
  { asked, targets, policies }: Prepared,
  status: ExitStatus,
  { format, lint }: DeployOptions,
  context: Context,
): ExitStatus {
  const isOfPolicy = targets.length < asked.length;
  const [reason, help] = isOfPolicy
    ? lint
      ? ["a policy did not pass lint", "Correct what lint found."]
      : ["a policy could not be loaded", "Correct what is wrong with it."]
    : [
        "a project could not be loaded",
        "Correct it, or run the command in the folder of a project.",
      ];
  const message = `${words.nothing}: ${reason}.`;
  if (isOfPolicy) context.terminal.err(`${message}\n`);
  else printError(new CommandError(message, { help }), context);
  if (format === "json") {
    const error = new TargetSkipped(message, { help });
    const skipped = asked.map(({ name, target }) => ({
      name,
      target,
      outcome: "skipped" as const,
      verified: false,
      changes: [],
      error,
    }));
    printDeployment(skipped, { format, diagnostics: lintFindings(policies) }, context.terminal);
  }
  return status;
}

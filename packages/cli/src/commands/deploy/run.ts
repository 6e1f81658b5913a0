import type { Diagnostic } from "@traffic-policy/policy-language";
import type { Files } from "@traffic-policy/policy-module";
import { TargetSkipped, type Plan } from "@traffic-policy/api";
import { type Context, CommandError, type ExitStatus } from "../../context.ts";
import {
  loadConfiguration,
  type LoadedConfiguration,
} from "../../configuration/load-configuration.ts";
import { selectTargets, type NamedTarget } from "../../configuration/select-targets.ts";
import { runPlan } from "../../deploying/run-plan.ts";
import { lintFindings, stoppedByLint } from "../../report/lint.ts";
import { planTitle } from "../../deploying/plan-details.ts";
import { readPlanFile } from "../../deploying/plan-file.ts";
import type { Progress } from "../../progress/phase.ts";
import { planTargets, connected } from "../../progress/with-progress.ts";
import { History } from "../../history/history.ts";
import type { Commit } from "../../origin/checked-out-commit.ts";
import { originOf } from "../../origin/origin.ts";
import type { DeployOptions } from "./command.ts";
import { loadLocalPolicies, type LocalPolicies } from "../../policy-file/load-local-policies.ts";
import { printDeployment, type PlanReport } from "../../deploying/report.ts";
import type { Connection } from "../../service/connect.ts";
import { shellWord } from "../../report/text.ts";

const words = {
  nothing: "Nothing was deployed",
  question: "Deploy this?",
  verb: "Deploying",
} as const;

/** `traffic-policy deploy [plan]`: plans, asks, writes, reads back and compares. */
export default async function deploy(
  planFile: string | undefined,
  options: DeployOptions,
  context: Context,
): Promise<ExitStatus> {
  const configuration = await loadConfiguration(options, context);
  const asked = originOf(configuration.folder, context);
  const saved =
    planFile === undefined ? undefined : wholePlan(planFile, options, configuration, context);
  const local =
    saved === undefined ? await localPolicies(configuration, options, context) : undefined;
  if (local !== undefined) {
    const { maxWarnings } = options;
    const stopped = await stoppedByLint(local.policies, { configuration, maxWarnings }, context);
    if (stopped !== undefined) return reportStopped(local, stopped, options, context);
  }
  const history = new History(configuration, context);
  const { commit, ...operator } = await asked;
  return connected(configuration, options, context, (connection, progress) => {
    const work = async (): Promise<ExitStatus> => {
      const made =
        local === undefined
          ? savedPlan(saved ?? "", configuration, { connection, files: context.files })
          : await newPlan(local.policies, { options, connection, progress, commit });
      const { plan, report, diagnostics } = made;
      const by = {
        action: "deploy",
        ...operator,
        ...(made.commit && { commit: made.commit }),
      } as const;
      const isSaved = local === undefined;
      const planRun = { connection, history, progress, context, options, words, report, by };
      return await runPlan(plan, { ...planRun, diagnostics, isSaved });
    };
    return options.dryRun ? work() : history.alone(work);
  });
}

/** The file of a saved plan, when nothing is asked for that would change the plan. */
function wholePlan(
  file: string,
  { target, tag, lint, maxWarnings }: DeployOptions,
  { targets }: LoadedConfiguration,
  { files }: Context,
): string {
  if (!files.exists(files.resolve(file)) && Object.hasOwn(targets, file)) {
    throw new CommandError(`${file}: There is no such file.`, {
      help: `Did you mean --target ${shellWord(file)}?`,
    });
  }
  const isWhole = target === undefined && tag === undefined;
  if (isWhole && lint && maxWarnings === undefined) return file;
  throw new CommandError("A saved plan is applied exactly as it was saved.", {
    help: "Remove --target, --tag, --no-lint and --max-warnings, or make a new plan with them.",
  });
}

interface Local {
  readonly targets: readonly NamedTarget[];
  readonly policies: LocalPolicies;
}

async function localPolicies(
  configuration: LoadedConfiguration,
  options: DeployOptions,
  context: Context,
): Promise<Local> {
  const targets = selectTargets(configuration, options);
  const { lint } = options;
  return { targets, policies: await loadLocalPolicies(targets, { configuration, lint }, context) };
}

function reportStopped(
  { targets, policies }: Local,
  status: ExitStatus,
  { format }: DeployOptions,
  context: Context,
): ExitStatus {
  const message = `${words.nothing}: a policy did not pass lint.`;
  context.terminal.err(`${message}\n`);
  if (format === "json") {
    const error = new TargetSkipped(message, { help: "Correct what lint found." });
    const skipped = targets.map(({ name, target }) => ({
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

interface ReportedPlan {
  readonly plan: Plan;
  readonly report: PlanReport;
  /** What it was made from. */
  readonly commit: Commit | undefined;
  readonly diagnostics: readonly Diagnostic[] | undefined;
}

async function newPlan(
  policies: LocalPolicies,
  {
    options,
    connection,
    progress,
    commit,
  }: {
    readonly options: DeployOptions;
    readonly connection: Connection;
    readonly progress: Progress;
    readonly commit: Commit | undefined;
  },
): Promise<ReportedPlan> {
  const { concurrency, lint } = options;
  const { description } = connection;
  const plan = await planTargets(connection, policies.wanted(), { progress, concurrency });
  const report = { title: planTitle({ description, ...(commit && { commit }) }), linted: lint };
  return { plan, report, commit, diagnostics: lintFindings(policies) };
}

function savedPlan(
  file: string,
  configuration: LoadedConfiguration,
  { connection, files }: { readonly connection: Connection; readonly files: Files },
): ReportedPlan {
  const { plan, time, about } = readPlanFile(file, configuration, connection, files);
  const { commit, linted, diagnostics } = about;
  const report = { title: `${planTitle(about)}, made at ${time}`, linted };
  return { plan, report, commit, diagnostics: diagnostics as Diagnostic[] | undefined };
}

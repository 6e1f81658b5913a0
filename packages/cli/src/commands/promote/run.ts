import { DeploymentError, type Plan } from "@traffic-policy/api";
import { printable, listed } from "@traffic-policy/policy-language/internal";
import { type Context, CommandError, exitStatus, isoTime, type ExitStatus } from "../../context.ts";

import { describedRun, serviceText } from "../../deploying/described-run.ts";
import { planTitle, type PlanDetails } from "../../deploying/plan-details.ts";
import { checkPlanFile, writePlanFile } from "../../deploying/plan-file.ts";
import { targetsOrError } from "../../deploying/prepare.ts";
import { runPlan } from "../../deploying/run-plan.ts";
import { originOf } from "../../git/origin.ts";
import { loadLocalPolicies, wantedPolicies } from "../../policy-file/load-local-policies.ts";
import type { Progress } from "../../progress/phase.ts";
import { planTargets } from "../../progress/with-progress.ts";
import { lintFindings, stoppedByLint } from "../../lint/report.ts";
import type { Connections } from "../../service/connections.ts";
import type { PromoteOptions } from "./command.ts";
import { promotedPolicies, type Pair } from "./promoted-policies.ts";
import { printShownPlan } from "../plan/report.ts";

const words = {
  nothing: "Nothing was promoted",
  question: "Promote this",
  preposition: "to",
  verb: "Promoting",
} as const;

/** Runs `traffic-policy promote <from> <to>`: copies the policies of one environment to another. */
export default async function promote(
  from: string,
  to: string,
  options: PromoteOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files } = context;
  if (options.out !== undefined) checkPlanFile(options.out, files);
  const asked = originOf(context.cwd, context);
  const pairs = await pairsOf(from, to, options, context);
  const sources = pairs.map(({ source }) => source);
  const targets = pairs.map(({ target }) => target);
  const origin = await asked;
  const { commit } = origin;
  const run = { action: "promote", words, sources, targets, options, context } as const;
  return runPlan(run, async ({ connections, progress }) => {
    const made = await planned(pairs, { from, options, context, connections, progress });
    if ("ended" in made) return made;
    const { plan, diagnostics } = made;
    const where = {
      ...describedRun(targets, connections),
      promotedFrom: from,
      ...(commit && { commit }),
    };
    if (options.out !== undefined) {
      const details = {
        ...where,
        linted: options.lint,
        ...(diagnostics && { diagnostics: diagnostics as PlanDetails["diagnostics"] }),
      };
      const service = serviceText(targets, connections);
      const about = { service, time: isoTime(context.clock), details };
      return { ended: await savePlan(plan, options.out, about, context) };
    }
    const report = { title: planTitle(where), linted: options.lint };
    return { plan, report, origin, diagnostics };
  });
}

async function pairsOf(
  from: string,
  to: string,
  options: PromoteOptions,
  context: Context,
): Promise<Pair[]> {
  if (from === to) {
    throw new CommandError(`"${from}" cannot be promoted to itself.`, {
      help: "Name two environments.",
    });
  }
  const targetsIn = async (
    environment: string,
    environmentBy: string,
    selection: PromoteOptions | object,
  ) => {
    const { config } = options;
    const named = {
      ...selection,
      ...(config !== undefined && { config }),
      environment,
      environmentBy,
    };
    const { targets } = await targetsOrError(named, context, { nothing: words.nothing });
    return targets;
  };
  const found = await targetsIn(from, "<from>", {});
  const sources = new Map(found.map((source) => [source.name, source]));
  const targets = await targetsIn(to, "<to>", options);
  const without = targets.filter(({ name }) => !sources.has(name));
  if (without.length > 0) {
    const names = listed(without.map(({ name }) => name));
    context.terminal.err(
      printable(`${from} has no target ${names}, so nothing is promoted to it.`),
    );
    context.terminal.err("\n");
  }
  const pairs = targets.flatMap((target) => {
    const source = sources.get(target.name);
    return source === undefined ? [] : [{ source, target }];
  });
  if (pairs.length > 0) return pairs;
  throw new CommandError(`${from} and ${to} have no target in common.`, {
    help: "Targets are promoted by their names in the configuration.",
  });
}

async function planned(
  pairs: readonly Pair[],
  {
    from,
    options,
    context,
    connections,
    progress,
  }: {
    readonly from: string;
    readonly options: PromoteOptions;
    readonly context: Context;
    readonly connections: Connections;
    readonly progress: Progress;
  },
): Promise<
  | { readonly plan: Plan; readonly diagnostics: ReturnType<typeof lintFindings> }
  | { readonly ended: ExitStatus }
> {
  const { lint } = options;
  const promoted = await promotedPolicies(pairs, { from, connections, context, progress });
  const policies = await loadLocalPolicies(promoted.policies, { lint }, context);
  for (const part of policies.parts) {
    const stopped = await stoppedByLint(part, options, context);
    if (stopped === undefined) continue;
    context.terminal.err(`${words.nothing}: a policy did not pass lint.\n`);
    return { ended: stopped };
  }
  const wanted = wantedPolicies(policies, promoted.policies, connections);
  const made = await planTargets(connections, wanted, { progress });
  const unread = promoted.refused.map(({ target, reason, help }) => ({
    name: target.name,
    target: target.target,
    ...connections.nameOf(target),
    local: undefined,
    error: new DeploymentError(reason, { help }),
  }));
  const plan = { targets: made.targets, unread: [...made.unread, ...unread] };
  return { plan, diagnostics: lintFindings(policies) };
}

async function savePlan(
  plan: Plan,
  out: string,
  about: Parameters<typeof writePlanFile>[2],
  context: Context,
): Promise<ExitStatus> {
  printShownPlan({ plan, ...about, limits: [] }, { format: "pretty" }, context.terminal);
  if (plan.unread.length > 0) {
    throw new CommandError(`${out} was not written: the plan is incomplete.`, {
      help: "Promote only the targets that can be planned, with --target or --tag.",
    });
  }
  await writePlanFile(out, plan, about, context.files);
  context.terminal.err(`${printable(out)} was written.\n`);
  return exitStatus.ok;
}

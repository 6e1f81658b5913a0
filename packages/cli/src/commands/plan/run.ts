import { exceededLimits } from "@traffic-policy/api";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { type Context, isoTime, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { selectTargets } from "../../configuration/select-targets.ts";
import { lintFindings, stoppedByLint } from "../../report/lint.ts";
import { checkPlanFile, writePlanFile } from "../../deploying/plan-file.ts";
import { planTargets, connected } from "../../progress/with-progress.ts";
import type { PlanOptions } from "./command.ts";
import { loadLocalPolicies } from "../../policy-file/load-local-policies.ts";
import { printPlan } from "../../deploying/report.ts";
import { printForeseenLimits, printPlanJson } from "./report.ts";

/** `traffic-policy plan`: shows what deploy would change, and never writes to the service. */
export default async function plan(options: PlanOptions, context: Context): Promise<ExitStatus> {
  const { terminal } = context;
  const { lint, maxWarnings, concurrency, format, out } = options;
  if (out !== undefined) checkPlanFile(out, context.files);
  const configuration = await loadConfiguration(options, context);
  const targets = selectTargets(configuration, options);
  const local = await loadLocalPolicies(targets, { configuration, lint }, context);
  const stopped = await stoppedByLint(local, { configuration, maxWarnings }, context);
  if (stopped !== undefined) {
    terminal.err("There is no plan: a policy did not pass lint.\n");
    return stopped;
  }
  const wanted = local.wanted();
  return connected(configuration, options, context, async (connection, progress) => {
    const made = await planTargets(connection, wanted, { progress, concurrency });
    const about = { service: connection.service, time: isoTime(context.clock) };
    const limits = exceededLimits(made);
    if (format === "json") {
      const diagnostics = lintFindings(local);
      printPlanJson(made, { ...about, linted: lint, diagnostics }, limits, terminal);
    } else {
      printPlan(made, { title: `Plan for ${connection.description}`, linted: lint }, terminal);
      printForeseenLimits(limits, terminal);
    }
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
    const changes = made.targets.some(({ action }) => action !== "unchanged");
    return options.exitCode && changes ? exitStatus.findings : exitStatus.ok;
  });
}

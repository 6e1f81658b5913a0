import { isoTime } from "../context.ts";
import { printTargetErrors } from "../report/error.ts";
import {
  deployPlan,
  type ExceededLimit,
  exceededLimits,
  type Plan,
  type PlannedTarget,
  type TargetDeployment,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { askFirst } from "../confirm.ts";
import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { Phase } from "../progress/phase.ts";
import { printDeployment } from "./report.ts";
import { leftOut, leftOutReason, printLimits, unreadDeployment } from "./left-out.ts";
import { printPlan } from "./plan-report.ts";
import { refuseAfterFailure } from "@traffic-policy/policy-module";
import { dryRun } from "./dry-run.ts";
import { Interruption } from "./interruption.ts";
import type { Undertaking } from "./undertaking.ts";
import type { Terminal } from "../terminal.ts";

/** Shows a plan, asks, carries it out, and tells what became of each target. */
export async function carryOut(plan: Plan, undertaking: Undertaking): Promise<ExitStatus> {
  const { options, context, report, diagnostics, isSaved = false } = undertaking;
  const { terminal, clock } = context;
  checkForced(plan, options.force ?? []);
  if (options.format === "pretty") printPlan(plan, report, terminal);
  else printTargetErrors(plan.unread, terminal);

  if (plan.unread.length > 0 && options.onFailure !== "continue") {
    return refuse(plan, unreadReason(plan), undertaking);
  }
  const limits = limitsOf(plan, undertaking);
  if (limits.length > 0) {
    printLimits(limits, terminal);
    return refuse(plan, "the plan exceeds a limit.", undertaking, limits);
  }
  if (options.dryRun) return dryRun(plan, undertaking);
  const unread = plan.unread.map(unreadDeployment);
  const changesNothing = plan.targets.every(({ action }) => action === "unchanged");
  if (changesNothing && !isSaved) {
    return nothingToDo(
      [...plan.targets.map((planned) => leftOut(planned)), ...unread],
      undertaking,
    );
  }
  if (!changesNothing) await askFirst(undertaking.words, options, terminal);
  await refuseAfterFailure(undertaking.words.nothing);
  const began = clock.elapsed();
  const deployments = [...(await deployTargets(plan, undertaking)), ...unread];
  const took = clock.elapsed() - began;
  printDeployment(deployments, { format: options.format, diagnostics }, terminal);
  printTime(took, terminal);
  return statusOf(deployments);
}

function nothingToDo(
  deployments: readonly TargetDeployment[],
  { options: { format }, context: { terminal }, diagnostics }: Undertaking,
): ExitStatus {
  if (format === "json") printDeployment(deployments, { format, diagnostics }, terminal);
  else terminal.out("There is nothing to do.\n");
  return statusOf(deployments);
}

/** A name that forces nothing is a mistake, and a glob here would be careless. */
function checkForced({ targets, unread }: Plan, names: readonly string[]): void {
  const known = new Set([...targets, ...unread].map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CommandError(`--force names "${unknown}", which is not a target of this plan.`, {
    help: "It takes the exact name of a target, and can be repeated.",
  });
}

function limitsOf(plan: Plan, { options, disabled }: Undertaking): readonly ExceededLimit[] {
  const { maxChanges, force } = options;
  return exceededLimits(plan, { maxChanges, forced: force }).filter(
    ({ kind, target = "" }) => !(kind === "disabled" && disabled?.has(target)),
  );
}

function unreadReason({ unread }: Plan): string {
  return unread.length === 1
    ? "a target could not be planned."
    : `${unread.length} targets could not be planned.`;
}

/** Says that nothing is done; for other programs, of each target. */
function refuse(
  plan: Plan,
  reason: string,
  { options: { format }, context: { terminal }, words, diagnostics }: Undertaking,
  limits: readonly ExceededLimit[] = [],
): ExitStatus {
  terminal.err(`${words.nothing}: ${reason}\n`);
  if (format === "json") {
    const skipped = plan.targets.map((planned) =>
      leftOut(planned, leftOutReason(planned, reason, limits)),
    );
    const all = [...skipped, ...plan.unread.map(unreadDeployment)];
    printDeployment(all, { format, diagnostics }, terminal);
  }
  return exitStatus.failure;
}

async function deployTargets(
  { targets }: Plan,
  { connection, context, history, progress, options, words, anyValue }: Undertaking,
): Promise<readonly TargetDeployment[]> {
  const { client, service } = connection;
  const { concurrency, onFailure } = options;
  const run = isoTime(context.clock);
  const keep = async (
    { name, target }: PlannedTarget,
    module: TrafficPolicyModule | undefined,
  ): Promise<void> => {
    const time = isoTime(context.clock);
    const stored = module === undefined ? null : { enabled: module.enabled, value: module.value };
    await history.keep({ target: name, ...target, service, time, run, stored });
  };
  const phase = new Phase(words.verb, targets.length, context.clock);
  const interruption = new Interruption(() => progress.stopping());
  try {
    return await progress.during(phase, () =>
      deployPlan(client, targets, {
        concurrency,
        onFailure,
        keep,
        stop: interruption.stop,
        signal: interruption.signal,
        onProgress: (event) => phase.deployed(event),
        ...(anyValue && { anyValue }),
      }),
    );
  } finally {
    interruption.end();
  }
}

function statusOf(deployments: readonly TargetDeployment[]): ExitStatus {
  const done = deployments.every(({ outcome }) => outcome === "applied" || outcome === "unchanged");
  if (!done) return exitStatus.failure;
  return deployments.every(({ verified }) => verified) ? exitStatus.ok : exitStatus.findings;
}

/** What takes longer is told in logs, too. */
const long = 10_000;

/** Tells how long something took: to people, and in logs when it was long. */
function printTime(milliseconds: number, { err, errStyle, showsProgress }: Terminal): void {
  if (!showsProgress && milliseconds < long) return;
  err(errStyle.dim(`It took ${duration(milliseconds)}.\n`));
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

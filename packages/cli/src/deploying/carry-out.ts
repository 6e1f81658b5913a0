import {
  deployPlan,
  exceededLimits,
  NotTried,
  type ExceededLimit,
  type Plan,
  type PlannedTarget,
  type TargetDeployment,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { confirm } from "../confirm.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { History } from "../history/history.ts";
import type { ChangingOptions } from "../options.ts";
import { Phase } from "../progress/phase.ts";
import type { Progress } from "../progress/progress.ts";
import { printDeployment } from "../report/deployment.ts";
import { printLimits } from "../report/limits.ts";
import { printPlan, printUnread, type PlanReport } from "../report/plan.ts";
import { printTime } from "../report/time.ts";
import type { Connection } from "../service/connect.ts";
import type { Terminal } from "../terminal.ts";
import { Interruption } from "./interruption.ts";

/** What a plan is carried out with. */
export interface Undertaking {
  readonly connection: Connection;
  readonly history: History;
  readonly progress: Progress;
  readonly terminal: Terminal;
  readonly options: ChangingOptions;
  /** What it is called: `Nothing was deployed`, `Deploy this?`, `Deploying`. */
  readonly words: { readonly nothing: string; readonly question: string; readonly verb: string };
  readonly report: PlanReport;
  /** Whether values may be written that are no policies, because they were there before. */
  readonly anyValue?: boolean;
  /** Names of targets that are disabled because somebody said so. */
  readonly disabled?: ReadonlySet<string>;
}

/** Shows a plan, asks, carries it out, and tells what became of each target. */
export async function carryOut(plan: Plan, undertaking: Undertaking): Promise<ExitStatus> {
  const { options, terminal, report, words, disabled } = undertaking;
  const { format, onFailure } = options;
  checkForced(plan, options.force ?? []);
  if (format === "pretty") printPlan(plan, report, terminal);
  else printUnread(plan.unread, terminal);

  const isReadEnough = plan.unread.length === 0 || onFailure === "continue";
  if (!isReadEnough) return refuse(plan, unreadReason(plan), undertaking);
  const limits = exceededLimits(plan, {
    maxChanges: options.maxChanges,
    forced: options.force,
  }).filter(({ kind, target }) => !(kind === "disabled" && disabled?.has(target ?? "")));
  if (limits.length > 0) {
    printLimits(limits, terminal);
    return refuse(plan, "it exceeds the limits.", undertaking, limits);
  }
  if (options.dryRun) {
    terminal.err(`${words.nothing}: this is a dry run.\n`);
    return plan.unread.length > 0 ? exitStatus.failure : exitStatus.ok;
  }
  const changes = plan.targets.some(({ action }) => action !== "unchanged");
  if (changes) await askFirst(undertaking);
  const began = performance.now();
  const deployments = changes
    ? await deployTargets(plan, undertaking)
    : plan.targets.map((planned) => leftOut(planned));
  const all = [...deployments, ...plan.unread.map(unreadDeployment)];
  const took = performance.now() - began;
  printDeployment(all, format, terminal);
  if (changes) printTime(took, terminal);
  return statusOf(all);
}

/** A name that forces nothing is a mistake, and a glob here would be careless. */
function checkForced({ targets, unread }: Plan, names: readonly string[]): void {
  const known = new Set([...targets, ...unread].map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CommandError(`--force names "${unknown}", which is no target of this plan.`, {
    help: "It takes the exact names of targets, one each time.",
  });
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
  { options, terminal, words }: Undertaking,
  limits: readonly ExceededLimit[] = [],
): ExitStatus {
  terminal.err(`${words.nothing}: ${reason}\n`);
  if (options.format === "json") {
    const skipped = plan.targets.map((planned) =>
      leftOut(planned, limitError(planned, limits, reason)),
    );
    printDeployment([...skipped, ...plan.unread.map(unreadDeployment)], "json", terminal);
  }
  return exitStatus.failure;
}

function limitError(
  { name }: PlannedTarget,
  limits: readonly ExceededLimit[],
  reason: string,
): NotTried {
  const own = limits.find(({ target }) => target === name) ?? limits.find(({ target }) => !target);
  return own === undefined
    ? new NotTried(`Not tried: ${reason}`)
    : new NotTried(own.message, { help: own.help });
}

function leftOut(
  { name, target, action, changes }: PlannedTarget,
  error: Error = new NotTried("Not tried."),
): TargetDeployment {
  return action === "unchanged"
    ? { name, target, outcome: "unchanged", verified: true, changes: [] }
    : { name, target, outcome: "skipped", verified: false, changes, error };
}

function unreadDeployment({ name, target, error }: Plan["unread"][number]): TargetDeployment {
  return { name, target, outcome: "failed", verified: false, changes: [], error };
}

async function askFirst({ options, terminal, words }: Undertaking): Promise<void> {
  if (options.yes) return;
  if (!terminal.interactive || options.format !== "pretty") {
    throw new CommandError(`${words.nothing}: there is nobody to ask.`, {
      help: "Say --yes to go ahead without being asked.",
    });
  }
  if (!(await confirm(words.question))) {
    throw new CommandError(`${words.nothing}: the answer was no.`);
  }
}

async function deployTargets(
  { targets }: Plan,
  { connection, history, progress, options, words, anyValue }: Undertaking,
): Promise<readonly TargetDeployment[]> {
  const { service } = connection;
  const run = new Date().toISOString();
  const keep = async (
    { name, target }: PlannedTarget,
    stored: TrafficPolicyModule | undefined,
  ): Promise<void> => {
    const time = new Date().toISOString();
    const kept = stored === undefined ? null : { enabled: stored.enabled, value: stored.value };
    await history.keep({ version: 1, target: name, ...target, service, time, run, stored: kept });
  };
  const phase = new Phase(
    words.verb,
    targets.filter(({ action }) => action !== "unchanged").length,
  );
  const interruption = new Interruption(() => progress.stopping());
  try {
    return await progress.during(phase, () =>
      deployPlan(connection.client, targets, {
        ...(anyValue && { anyValue }),
        concurrency: options.concurrency,
        onFailure: options.onFailure,
        stop: interruption.stop,
        signal: interruption.signal,
        keep,
        onProgress: (event) => phase.deployed(event),
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

import type { Diagnostic } from "@traffic-policy/policy-language";
import {
  checksum,
  deployPlan,
  type Plan,
  type PlannedTarget,
  type TargetDeployment,
  type TrafficPolicyModule,
  TargetSkipped,
} from "@traffic-policy/api";
import { refuseAfterFailure } from "@traffic-policy/project/internal";
import { environmentNames, type NamedTarget } from "@traffic-policy/project/selection";
import {
  type Context,
  isoTime,
  CommandError,
  exitStatus,
  type ExitStatus,
  type Terminal,
} from "../context.ts";
import type { Behaviours } from "../behaviour/behaviour.ts";
import type { BehaviourComparer } from "../behaviour/behaviour-comparer.ts";
import { behavioursOf } from "../behaviour/behaviours-of-plan.ts";
import { Histories } from "../history/histories.ts";
import { behaviourRefusals, unchangedComparer } from "./behaviour-change.ts";
import { byName } from "./described-run.ts";
import { limitsOf } from "./limits.ts";
import { expectLateWrites, settleUnknown } from "./late-writes.ts";
import type { OpenedByPlan } from "./opened-by-plan.ts";
import type { ChangingOptions } from "./options.ts";
import { type Progress, Phase } from "../progress/phase.ts";
import { connected, planTargets } from "../progress/with-progress.ts";
import {
  type PlanReport,
  printPlan,
  printDeployment,
  leftOut,
  leftOutReason,
  openedText,
  printLimits,
  unreadDeployment,
} from "./report.ts";
import type { Connections } from "../service/connections.ts";
import { printTargetErrors, printError } from "../report/error.ts";
import { listed } from "@traffic-policy/policy-language/internal";
import { askFirst } from "../confirm.ts";
import type { Origin } from "../git/origin.ts";

export interface PlanToRun {
  readonly plan: Plan;
  readonly report: PlanReport;
  readonly origin: Origin;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  readonly isSaved?: boolean;
  /** Allows values that are not policies, because they were stored before. */
  readonly anyValue?: boolean;
  readonly disabled?: ReadonlySet<string>;
  readonly behaviours?: Behaviours | undefined;
}

export interface PlanRun {
  readonly targets: readonly NamedTarget[];
  /** Targets that are only read, and must not be written to meanwhile. */
  readonly sources?: readonly NamedTarget[];
  readonly options: ChangingOptions;
  readonly context: Context;
  readonly action: "deploy" | "promote" | "rollback";
  /** Tells what a plan opens, where that is forbidden. */
  readonly opened?: (plan: Plan, byName: ReadonlyMap<string, NamedTarget>) => Promise<OpenedByPlan>;
  /** Texts for messages: `Nothing was deployed`, `Deploy this` `to` an environment, `Deploying`. */
  readonly words: {
    readonly nothing: string;
    readonly question: string;
    readonly preposition: "to" | "in";
    readonly verb: string;
  };
}

export interface Planning {
  readonly connections: Connections;
  readonly histories: Histories;
  readonly progress: Progress;
}

/**
 * Connects to the services of targets, makes a plan and carries it out. Locks the projects and environments, so that
 * no other run writes to them.
 *
 * @param makePlan - returns an exit status instead when there is no plan
 */
export async function runPlan(
  run: PlanRun,
  makePlan: (planning: Planning) => Promise<PlanToRun | { readonly ended: ExitStatus }>,
): Promise<ExitStatus> {
  const { targets, sources = [], options, context } = run;
  const comparer = await unchangedComparer(options, run.action, context);
  const all = [...sources, ...targets];
  const histories = new Histories(all, context);
  return connected(all, options, context, (connections, progress) => {
    const planning = { connections, histories, progress };
    const work = async (): Promise<ExitStatus> => {
      const made = await makePlan(planning);
      return "ended" in made
        ? made.ended
        : carryOut(made, { ...run, ...planning, comparer, byName: byName(targets) });
    };
    return options.dryRun ? work() : histories.alone(work);
  });
}

interface Run extends PlanRun, Planning {
  readonly byName: ReadonlyMap<string, NamedTarget>;
  readonly comparer: BehaviourComparer | undefined;
}

async function carryOut(toRun: PlanToRun, run: Run): Promise<ExitStatus> {
  const { report, isSaved = false, disabled } = toRun;
  const { options, context, words, comparer } = run;
  const { terminal, clock } = context;
  checkForced(toRun.plan, options.force ?? []);
  const plan = expectLateWrites(toRun.plan, run);
  const behaviours = comparer && (await behavioursOf(plan.targets, comparer, context));
  const made = { ...toRun, plan, behaviours };
  if (options.format === "pretty") {
    const { verbose } = options;
    printPlan(plan, { ...report, verbose, ...(behaviours && { behaviours }) }, terminal);
  } else printTargetErrors(plan.unread, terminal);

  if (plan.unread.length > 0 && options.onFailure !== "continue") {
    return refuse(made, unreadReason(plan), run);
  }
  const limits = limitsOf(plan, run.byName, options).filter(
    ({ kind, target = "" }) => !(kind === "disabled" && disabled?.has(target)),
  );
  if (limits.length > 0) {
    printLimits(limits, terminal);
    const reason = "the plan exceeds a limit.";
    return refuse(made, reason, run, (one) => leftOutReason(one, reason, limits));
  }
  const refusals = behaviours && behaviourRefusals(plan, behaviours);
  if (refusals !== undefined && refusals.size > 0) {
    printTargetErrors(
      [...refusals].map(([name, error]) => ({ name, error })),
      terminal,
    );
    const reason = "not every change is proved to keep behaviour the same.";
    return refuse(made, reason, run, (one) => refusals.get(one.name));
  }
  const opened = await run.opened?.(plan, run.byName);
  if (opened?.isNothing === false) {
    const [reason, help] = [
      "it is not proved that the plan opens no way to a server.",
      "If that is intended, remove --forbid.",
    ];
    terminal.err(`${openedText(opened, terminal.errStyle)}  help: ${help}\n`);
    const message = `Skipped: ${reason} With this plan: ${opened.result}.`;
    return refuse(made, reason, run, () => new TargetSkipped(message, { help }));
  }
  if (options.dryRun) return dryRun(made, run);
  const unread = plan.unread.map(unreadDeployment);
  const changesNothing = plan.targets.every(({ action }) => action === "unchanged");
  if (changesNothing && !isSaved) {
    return nothingToDo([...plan.targets.map((planned) => leftOut(planned)), ...unread], made, run);
  }
  if (!changesNothing) {
    await askFirst({ question: questionOf(run), nothing: words.nothing }, options, terminal);
  }
  await refuseAfterFailure(words.nothing);
  const began = clock.elapsed();
  const deployments = [...(await deployTargets(made, run)), ...unread];
  const took = clock.elapsed() - began;
  printOutcomes(deployments, made, run);
  printTime(took, terminal);
  return statusOf(deployments);
}

function nothingToDo(
  deployments: readonly TargetDeployment[],
  made: PlanToRun,
  run: Run,
): ExitStatus {
  settleUnknown(deployments, made.plan.targets, run);
  if (run.options.format === "json") printOutcomes(deployments, made, run);
  else run.context.terminal.print("There is nothing to do.\n");
  return statusOf(deployments);
}

function printOutcomes(
  deployments: readonly TargetDeployment[],
  { diagnostics, behaviours }: PlanToRun,
  { options: { format }, context: { terminal } }: Run,
): void {
  printDeployment(deployments, { format, diagnostics, behaviours }, terminal);
}

/** A name without effect is a mistake, and a glob would be too dangerous here. */
function checkForced({ targets, unread }: Plan, names: readonly string[]): void {
  const known = new Set([...targets, ...unread].map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CommandError(`--force names "${unknown}", which is not a target of this plan.`, {
    help: "It takes the exact name of a target, and can be repeated.",
  });
}

function unreadReason({ unread }: Plan): string {
  return unread.length === 1
    ? "a target could not be planned."
    : `${unread.length} targets could not be planned.`;
}

function refuse(
  made: PlanToRun,
  reason: string,
  run: Run,
  own: (planned: PlannedTarget) => TargetSkipped | undefined = () => undefined,
): ExitStatus {
  const { plan } = made;
  run.context.terminal.err(`${run.words.nothing}: ${reason}\n`);
  if (run.options.format === "json") {
    const skipped = plan.targets.map((planned) =>
      leftOut(planned, own(planned) ?? leftOutReason(planned, reason, [])),
    );
    printOutcomes([...skipped, ...plan.unread.map(unreadDeployment)], made, run);
  }
  return exitStatus.failure;
}

async function deployTargets(
  { plan: { targets }, origin, anyValue }: PlanToRun,
  running: Run,
): Promise<readonly TargetDeployment[]> {
  const {
    connections,
    context,
    byName: named,
    histories,
    progress,
    options,
    words,
    action,
  } = running;
  const { concurrency } = connections;
  const { onFailure } = options;
  const run = isoTime(context.clock);
  // A target is kept a second time before it is restored.
  const [kept, restored] = [new Map<string, string | null>(), new Set<string>()];
  const keep = async (
    { name, target }: PlannedTarget,
    module: TrafficPolicyModule | undefined,
  ): Promise<void> => {
    const of = named.get(name);
    if (of === undefined) throw new Error(`${name} is not a target of this run.`);
    const { service } = connections.of(of);
    const time = isoTime(context.clock);
    const stored = module === undefined ? null : { enabled: module.enabled, value: module.value };
    const entry = { target: of.key, ...target, service, time, run, stored, action, ...origin };
    await histories.of(of).keep(entry);
    if (kept.has(name)) restored.add(name);
    else kept.set(name, module === undefined ? null : checksum(module));
  };
  const phase = new Phase(words.verb, targets.length, context.clock);
  const interruption = new Interruption(() => progress.stopping());
  try {
    const deployments = await progress.during(phase, () =>
      deployPlan(connections.clients, targets, {
        concurrency,
        onFailure,
        keep,
        stop: interruption.stop,
        signal: interruption.signal,
        onProgress: (event) => phase.deployed(event),
        ...(anyValue && { anyValue }),
      }),
    );
    settleUnknown(deployments, targets, running, { action, time: run, kept, restored });
    return deployments;
  } finally {
    interruption.end();
  }
}

function statusOf(deployments: readonly TargetDeployment[]): ExitStatus {
  const done = deployments.every(({ outcome }) => outcome === "applied" || outcome === "unchanged");
  if (!done) return exitStatus.failure;
  return deployments.every(({ verified }) => verified) ? exitStatus.ok : exitStatus.findings;
}

/** Milliseconds; logs mention anything that takes longer. */
const long = 10_000;

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

/** Repeats the environments, whose names may have scrolled out of sight above a long plan. */
function questionOf({ words, targets }: Run): string {
  const names = environmentNames(targets.map(({ configuration }) => configuration));
  const where = names.length === 0 ? "" : ` ${words.preposition} ${listed(names)}`;
  return `${words.question}${where}?`;
}

/** Writes nothing, but reports which targets of a saved plan would be refused. */
async function dryRun(made: PlanToRun, run: Run): Promise<ExitStatus> {
  const { plan, isSaved } = made;
  const { context, words, options } = run;
  const { targets, changed, unread } = isSaved
    ? await refusedTargets(made, run)
    : { targets: plan.targets, changed: new Set<string>(), unread: plan.unread };
  context.terminal.err(`${words.nothing}: this is a dry run.\n`);
  if (options.format === "json") {
    const deployments = targets.map((planned) => leftOut(planned, skippedTarget(planned, changed)));
    printOutcomes([...deployments, ...unread.map(unreadDeployment)], made, run);
  }
  return changed.size + unread.length > 0 ? exitStatus.failure : exitStatus.ok;
}

const changedSince = "The stored policy has changed since the plan was made.";

function skippedTarget({ name }: PlannedTarget, changed: ReadonlySet<string>): TargetSkipped {
  return changed.has(name)
    ? new TargetSkipped(changedSince, { help: "Make a new plan." })
    : new TargetSkipped("Skipped: this is a dry run.", { help: "Deploy without --dry-run." });
}

async function refusedTargets(
  { plan, anyValue }: PlanToRun,
  { connections, context, progress }: Run,
): Promise<Plan & { readonly changed: ReadonlySet<string> }> {
  const now = await planTargets(connections, plan.targets, {
    progress,
    ...(anyValue && { anyValue }),
  });
  printTargetErrors(now.unread, context.terminal);
  const before = new Map(plan.targets.map((planned) => [planned.name, planned]));
  const changed = now.targets.filter(
    // One that holds already what was planned is not refused.
    (one) => one.action !== "unchanged" && one.checksum !== before.get(one.name)?.checksum,
  );
  for (const { name } of changed) {
    const error = new CommandError(`${name}: ${changedSince}`, { help: "Make a new plan." });
    printError(error, context);
  }
  const targets = now.targets.map((one) =>
    one.action === "unchanged" ? one : (before.get(one.name) ?? one),
  );
  return { targets, unread: now.unread, changed: new Set(changed.map(({ name }) => name)) };
}

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Handles termination signals while targets are written to. The first signal lets work in progress finish. The second
 * aborts it, and known results are still reported. The third ends the process with the default behaviour.
 */
class Interruption {
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
  readonly #take: (signal: NodeJS.Signals) => void;

  constructor(onStop: () => void) {
    const [soft, hard] = [new AbortController(), new AbortController()];
    this.stop = soft.signal;
    this.signal = hard.signal;
    this.#take = (signal) => {
      if (!soft.signal.aborted) {
        soft.abort();
        onStop();
      } else if (!hard.signal.aborted) {
        hard.abort();
      } else {
        this.end();
        process.kill(process.pid, signal);
      }
    };
    for (const signal of signals) process.on(signal, this.#take);
  }

  end(): void {
    for (const signal of signals) process.off(signal, this.#take);
  }
}

import { createHash } from "node:crypto";
import {
  type Plan,
  type PlannedAction,
  type PlannedTarget,
  ChangedSince,
  NotAsWritten,
  type TargetDeployment,
  type TargetOutcome,
  type ExceededLimit,
  TargetSkipped,
  type UnreadTarget,
} from "@traffic-policy/api";
import { aligned, visible } from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import type { Change, Diagnostic } from "@traffic-policy/policy-language";
import { shellWord } from "@traffic-policy/policy-language/internal";
import { type Style, type Terminal, CommandError } from "../context.ts";
import { behaviourJson } from "../behaviour/json.ts";
import { behaviourMarkdown } from "../behaviour/report.ts";
import type { Behaviours } from "../behaviour/behaviour.ts";
import { renderChanges, wordings, type ChangesStyle } from "@traffic-policy/report/changes";
import { printTargetErrors, toReportedError, printError } from "../report/error.ts";
import type { Format } from "../program/options.ts";
import { printJson } from "../report/json.ts";
import type { OpenedByPlan } from "./opened-by-plan.ts";
import type { DeployOutput } from "./output.ts";
import { andTheSame, printRows, spaced, type TargetRow } from "./target-rows.ts";

const mostListed = 20;

const longestAction = "unchanged".length;

export interface PlanReport {
  readonly title: string;
  readonly notes?: ReadonlyMap<string, string>;
  readonly linted?: boolean | undefined;
  readonly wording?: "plan" | "rollback";
  readonly verbose?: boolean | undefined;
  readonly behaviours?: Behaviours | undefined;
  readonly briefBehaviours?: boolean | undefined;
}

/** Prints a plan for people, with read failures as errors. */
export function printPlan(plan: Plan, report: PlanReport, terminal: Terminal): void {
  const { title, linted, wording = "plan", verbose, briefBehaviours: brief } = report;
  const { print, style } = terminal;
  print(`${visible(title)}:\n`);
  if (linted === false) print(`${style.yellow("The policies were not linted.")}\n`);
  const view = { wording, style, mask: new SecretMask(), verbose, brief };
  const rows = planRows(plan, report);
  printRows(rows, longestAction, view, terminal);
  printTargetErrors(plan.unread, terminal);
  print(`${rows.length === 0 ? "" : "\n"}${countActions(plan)}\n`);
}

export function planRows(
  plan: Plan,
  how: Pick<PlanReport, "verbose" | "behaviours" | "notes">,
): TargetRow[] {
  return planGroups(plan, how).map(([first, ...alike]) => {
    const { name, action } = first;
    return {
      ...first,
      word: action,
      color: actionColors[action],
      isSame: action === "unchanged",
      behaviour: how.behaviours?.get(name),
      remark: how.notes?.get(name),
      alike,
    };
  });
}

type Group = readonly [PlannedTarget, ...PlannedTarget[]];

function planGroups(
  { targets }: Plan,
  { verbose = false, behaviours }: Pick<PlanReport, "verbose" | "behaviours">,
): readonly Group[] {
  const changing = targets.filter(({ action }) => action !== "unchanged");
  const unchanged = targets.length - changing.length;
  const shown = unchanged > mostListed && !verbose ? changing : targets;
  return changing.length > mostListed
    ? groupAlike(shown, behaviours)
    : shown.map((planned) => [planned]);
}

/** Creating only adds, so nothing can be lost; removal is red. */
const actionColors = {
  create: "green",
  change: "yellow",
  enable: "green",
  disable: "red",
  remove: "red",
  unchanged: "dim",
} as const satisfies Record<PlannedAction, unknown>;

/** `✗ With this plan  1 way opened`, and the ways. */
export function openedText(opened: OpenedByPlan, style: Style): string {
  const sign = opened.isNothing ? style.green("✓") : style.red("✗");
  const head = `${sign} ${style.bold("With this plan")}  ${opened.result}`;
  return [head, ...opened.lines(style)].map((line) => `${line}\n`).join("");
}

/** `1 to create, 2 to change, 3 unchanged.` */
export function countActions({ targets, unread }: Plan): string {
  const parts = Object.entries(actionTexts).flatMap(([action, text]) => {
    const count = targets.filter((planned) => planned.action === action).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  if (unread.length > 0) parts.push(`${unread.length} could not be planned`);
  return `${parts.join(", ")}.`;
}

const actionTexts: Readonly<Record<PlannedAction, string>> = {
  create: "to create",
  change: "to change",
  enable: "to enable",
  disable: "to disable",
  remove: "to remove",
  unchanged: "unchanged",
};

function groupAlike(
  targets: readonly PlannedTarget[],
  behaviours: Behaviours | undefined,
): readonly Group[] {
  const groups = new Map<string, [PlannedTarget, ...PlannedTarget[]]>();
  const mask = new SecretMask();
  for (const planned of targets) {
    // All the changes of thousands of targets as keys would take much memory.
    const behaviour = behaviourMarkdown(behaviours?.get(planned.name), {
      sides: wordings.plan.sides,
      mask,
    });
    const alike = JSON.stringify([planned.action, planned.note, planned.changes, behaviour]);
    const key = createHash("sha256").update(alike).digest("base64");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [planned]);
    else group.push(planned);
  }
  return [...groups.values()];
}

interface DeploymentReport {
  readonly format: Format;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  readonly behaviours?: Behaviours | undefined;
}

export function printDeployment(
  deployments: readonly TargetDeployment[],
  report: DeploymentReport,
  terminal: Terminal,
): void {
  if (report.format === "json") printJson(deploymentJson(deployments, report), terminal);
  else printOutcomes(deployments, terminal);
}

function deploymentJson(
  deployments: readonly TargetDeployment[],
  { diagnostics, behaviours }: DeploymentReport,
): DeployOutput {
  const mask = new SecretMask();
  const targets = deployments.map(({ name, outcome, verified, error }) => {
    const behaviour = behaviours?.get(name);
    const changes = otherChanges(error)?.changes;
    return {
      target: name,
      outcome,
      verified,
      error: error && { ...toReportedError(error), changes: changes && mask.changes(changes) },
      behaviour: behaviour && behaviourJson(behaviour, mask),
    };
  });
  return { version: 1, targets, diagnostics };
}

function printOutcomes(deployments: readonly TargetDeployment[], { print, style }: Terminal): void {
  const mask = new SecretMask();
  const isQuiet = quietOutcomes(deployments);
  const groups = groupSkipped(deployments.filter((deployment) => !isQuiet(deployment)));
  const heads = aligned(
    groups.map(([first]) => outcomeCells(first, style)),
    style,
  );
  let help: string | undefined;
  const texts = groups.map(([{ error }, ...alike], index) => {
    const changes = otherChanges(error);
    const { help: own } = error === undefined ? {} : toReportedError(error);
    // The same advice for a hundred targets is advice for one.
    const isNew = own !== undefined && own !== help;
    help = own;
    return [
      `${heads[index]}\n`,
      ...(changes === undefined
        ? []
        : [renderChanges(changes.changes, { ...changes, style, mask })]),
      ...(alike.length === 0 ? [] : [`  ${style.bold(andTheSame(alike))}\n`]),
      ...(isNew ? [`  ${style.blue("help:")} ${visible(own)}\n`] : []),
    ].join("");
  });
  const targets = texts.length === 0 ? "" : `${spaced(texts)}\n`;
  print(`\nResult:\n${targets}${countOutcomes(deployments)}\n`);
}

function groupSkipped(
  deployments: readonly TargetDeployment[],
): (readonly [TargetDeployment, ...TargetDeployment[]])[] {
  const skipped = deployments.filter(({ outcome }) => outcome === "skipped");
  const [first, ...others] = skipped;
  if (first === undefined || skipped.length <= mostListed) return deployments.map((one) => [one]);
  const rest = deployments.filter(({ outcome }) => outcome !== "skipped");
  return [...rest.map((one) => [one] as const), [first, ...others]];
}

function quietOutcomes(
  deployments: readonly TargetDeployment[],
): (deployment: TargetDeployment) => boolean {
  const isWell = ({ outcome, verified }: TargetDeployment): boolean =>
    verified && (outcome === "applied" || outcome === "unchanged");
  const allWell = deployments.every(isWell);
  const count = (outcome: TargetOutcome): number =>
    deployments.filter((deployment) => deployment.outcome === outcome).length;
  const counted = new Set<TargetOutcome>();
  if (count("unchanged") > mostListed) counted.add("unchanged");
  // After a failure, whoever cleans up needs to know what has been done.
  if (allWell && count("applied") > mostListed) counted.add("applied");
  return (deployment) => isWell(deployment) && counted.has(deployment.outcome);
}

function outcomeCells(
  { name, outcome, verified, error }: TargetDeployment,
  style: Style,
): readonly string[] {
  const isWell = verified && outcome !== "rolled-back";
  const color = isWell ? style.green : outcome === "skipped" ? style.yellow : style.red;
  const detail = error === undefined ? checkText(outcome, verified) : error.message;
  return [style.bold(visible(name)), color(outcome.padEnd(longestAction)), visible(detail)];
}

function checkText(outcome: TargetOutcome, verified: boolean): string {
  if (outcome === "rolled-back") return "the previous policy is restored and verified";
  if (!verified) return "not verified";
  return outcome === "unchanged"
    ? "the service already holds it"
    : "read back and compared: in sync";
}

function countOutcomes(deployments: readonly TargetDeployment[]): string {
  const counts = new Map<string, number>();
  for (const { outcome, verified } of deployments) {
    const text =
      outcome === "applied" ? `applied ${verified ? "and" : "but not"} verified` : outcome;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return `${[...counts].map(([text, count]) => `${count} ${text}`).join(", ")}.`;
}

function otherChanges(
  error: Error | undefined,
): (Pick<ChangesStyle, "wording"> & { readonly changes: readonly Change[] }) | undefined {
  if (error instanceof ChangedSince) return { wording: "since", changes: error.changes };
  if (error instanceof NotAsWritten) return { wording: "written", changes: error.changes };
  return undefined;
}

/** The outcome of a target that was not written to; "unchanged" only applies to what this run read. */
export function leftOut(
  { name, target, action, changes, readAgain }: PlannedTarget,
  error?: TargetSkipped,
): TargetDeployment {
  return action === "unchanged" && readAgain !== true
    ? { name, target, outcome: "unchanged", verified: true, changes: [] }
    : { name, target, outcome: "skipped", verified: false, changes, ...(error && { error }) };
}

export function unreadDeployment({ name, target, error }: UnreadTarget): TargetDeployment {
  return { name, target, outcome: "failed", verified: false, changes: [], error };
}

export function leftOutReason(
  { name }: PlannedTarget,
  reason: string,
  limits: readonly ExceededLimit[],
): TargetSkipped {
  const own =
    limits.find(({ target }) => target === name) ??
    limits.find(({ target }) => target === undefined);
  return own === undefined
    ? new TargetSkipped(`Skipped: ${reason}`, { help: "See the errors of the other targets." })
    : new TargetSkipped(own.message, { help: limitHelp(own) });
}

export function printLimits(limits: readonly ExceededLimit[], terminal: Terminal): void {
  for (const limit of limits) {
    printError(new CommandError(limit.message, { help: limitHelp(limit) }), { terminal });
  }
}

export function limitHelp({ target }: ExceededLimit): string {
  return target === undefined
    ? "If that is intended, use --max-changes with a number, or a percentage like 100%."
    : `If that is intended, use --force ${shellWord(target)}.`;
}

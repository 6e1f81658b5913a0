import { createHash } from "node:crypto";
import type { Plan, PlannedAction, PlannedTarget } from "@traffic-policy/api";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import { listed } from "../listed.ts";
import type { Terminal } from "../terminal.ts";
import { renderChanges } from "../report/changes.ts";
import { printTargetErrors } from "../report/error.ts";
import { describeTarget } from "../report/target.ts";
import { visible } from "../report/visible.ts";

type Style = Terminal["style"];

/** More targets than these are not listed one by one, where they are alike. */
const mostListed = 20;

const mostNamed = 5;

const longestAction = "unchanged".length;

/** How a plan is told. */
export interface PlanReport {
  /** The first line: `Plan for the emulator`. */
  readonly title: string;
  /** What else there is to say of a target, by its name. */
  readonly notes?: ReadonlyMap<string, string>;
  /** Whether the policies were linted; nothing when that is no question. */
  readonly linted?: boolean | undefined;
  /** How changes are told; as those of a plan, unless said otherwise. */
  readonly wording?: "plan" | "rollback";
}

/** Prints a plan for people, and what could not be read as errors. */
export function printPlan(
  plan: Plan,
  { title, linted, ...how }: PlanReport,
  terminal: Terminal,
): void {
  const { out, style } = terminal;
  out(`${visible(title)}:\n`);
  if (linted === false) out(`${style.yellow("The policies were not linted.")}\n`);
  const changing = plan.targets.filter(({ action }) => action !== "unchanged");
  const unchanged = plan.targets.length - changing.length;
  const shown = unchanged > mostListed ? changing : plan.targets;
  const groups =
    changing.length > mostListed ? groupAlike(shown) : shown.map((planned) => [planned]);
  const width = widest(groups.map(([first]) => visible(first?.name ?? "")));
  for (const group of groups) out(renderGroup(group, { ...how, width, style }));
  printTargetErrors(plan.unread, terminal);
  out(`${countActions(plan)}\n`);
}

/** `1 to create, 2 to change, 3 unchanged.` */
function countActions({ targets, unread }: Plan): string {
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

/** Targets with which the same is done, together. */
function groupAlike(targets: readonly PlannedTarget[]): PlannedTarget[][] {
  const groups = new Map<string, PlannedTarget[]>();
  for (const planned of targets) {
    // All the changes of thousands of targets as keys would take much memory.
    const alike = JSON.stringify([planned.action, planned.note, planned.changes]);
    const key = createHash("sha256").update(alike).digest("base64");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [planned]);
    else group.push(planned);
  }
  return [...groups.values()];
}

function renderGroup(
  group: readonly PlannedTarget[],
  {
    notes,
    wording = "plan",
    width,
    style,
  }: Pick<PlanReport, "notes" | "wording"> & { readonly width: number; readonly style: Style },
): string {
  const [first, ...others] = group;
  if (first === undefined) return "";
  const { name, target, action, changes, note: stored } = first;
  const color = actionColor(action, style);
  const note = notes?.get(name);
  const where = [describeTarget(target), ...(note === undefined ? [] : [note])].join(", ");
  const line = `${style.bold(padded(visible(name), width))}  ${color(action.padEnd(longestAction))}  ${style.dim(visible(where))}\n`;
  const alike = others.length === 0 ? "" : `  ${style.bold(andTheSame(others))}\n`;
  const told = stored === undefined ? "" : `  ${style.yellow("note:")} ${visible(stored)}\n`;
  if (action === "unchanged") return line + alike + told;
  return line + alike + told + renderChanges(changes, { wording, style });
}

/** Creating adds, and nothing can be lost by it; what takes away is red. */
function actionColor(action: PlannedAction, style: Style): (text: string) => string {
  const colors = {
    create: style.green,
    change: style.yellow,
    enable: style.green,
    disable: style.red,
    remove: style.red,
    unchanged: style.dim,
  };
  return colors[action];
}

/** Tells of which other targets the same is true: `and the same with b, c and 12 more`. */
export function andTheSame(others: readonly { readonly name: string }[]): string {
  const names = others.map(({ name }) => visible(name));
  return `and the same with ${listed(names, mostNamed)}`;
}

import type { PlannedTarget, UnreadTarget } from "@traffic-policy/api";
import {
  type FoldedLines,
  literalCode,
  markdownTable,
  shareOfComment,
  withFolded,
} from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { verdictText } from "@traffic-policy/policy-proof/report";
import type { Behaviours } from "../../../behaviour/behaviour.ts";
import { behaviourMarkdown } from "../../../behaviour/markdown.ts";
import type { Terminal } from "../../../context.ts";
import { andTheSame, countActions, limitHelp, planGroups } from "../../../deploying/report.ts";
import { wordings, changesDiff } from "@traffic-policy/report/changes";
import { printTargetErrors, toReportedError } from "../../../report/error.ts";
import { describeTarget } from "../../../service/target-words.ts";
import { environmentsOf } from "../../../deploying/plan-details.ts";
import { counted, enumerated } from "@traffic-policy/policy-language/internal";
import type { ShownPlan } from "../shown-plan.ts";

/** Maximum length of the table in a comment, so that the changes have room. */
const longestTable = 10_000;

/** More limits than this are reported as a number: the table shows the target of each. */
const mostLimits = 10;

/**
 * Prints a plan as a pull request comment: a table of the targets that change, and the changes of each in a
 * collapsible section, with added and removed rules in full. Content that does not fit is left out, with a note.
 * Names and values are escaped, so that they cannot act as Markdown.
 */
export default function markdownPlan(shown: ShownPlan, verbose: boolean, terminal: Terminal): void {
  terminal.out(planMarkdown(shown, verbose));
  printTargetErrors(shown.plan.unread, terminal);
}

export function planMarkdown(shown: ShownPlan, verbose: boolean): string {
  const { plan, behaviours } = shown;
  const mask = new SecretMask();
  const groups = planGroups(plan, { verbose, behaviours });
  const rows = [
    ...plan.unread.map(unreadCells),
    ...groups.flatMap((group) => group.map((planned) => plannedCells(planned, behaviours))),
  ];
  const text = [
    `### Plan\n\n${origin(shown)} ${countActions(plan)}\n`,
    ...(shown.details.linted ? [] : ["\n**The policies were not linted.**\n"]),
    limitLines(shown),
    "\n",
    markdownTable(["target", "action", "place", "changes"], rows, {
      noun: "target",
      longest: longestTable,
    }),
  ].join("");
  const parts = groups
    .filter(([first]) => first?.action !== "unchanged")
    .map((group) => folded(group, behaviours, mask));
  return withFolded(
    text,
    parts,
    shareOfComment.plan,
    (left) =>
      `${counted(left, "more change")} of targets ${left === 1 ? "is" : "are"} omitted, because this would be too long for a comment. \`traffic-policy plan\` shows them.`,
  );
}

function origin({ details }: ShownPlan): string {
  const { description, promotedFrom, commit } = details;
  const from =
    commit === undefined
      ? ""
      : `, from commit ${literalCode(commit.id.slice(0, 12))}${commit.dirty ? ", with uncommitted changes" : ""}`;
  const what = promotedFrom === undefined ? "For" : `To promote ${literalCode(promotedFrom)} to`;
  const environments = environmentsOf(details).map((name) => literalCode(name));
  const where = environments.length === 0 ? "" : `${enumerated(environments)} at `;
  return `${what} ${where}${literalCode(description)}${from}.`;
}

function limitLines({ limits }: ShownPlan): string {
  if (limits.length === 0) return "";
  const lines = limits
    .slice(0, mostLimits)
    .map((limit) => `- ${literalCode(limit.message)} ${literalCode(limitHelp(limit))}\n`);
  const left = limits.length - lines.length;
  const more = left > 0 ? [`- and ${counted(left, "more limit")}\n`] : [];
  return `\n**Deploy will refuse this plan:**\n\n${[...lines, ...more].join("")}`;
}

function unreadCells({ name, target, error }: UnreadTarget): string[] {
  const { message } = toReportedError(error);
  const place = literalCode(describeTarget(target));
  return [literalCode(name), "**not planned**", place, literalCode(message)];
}

function plannedCells(
  { name, target, action, changes, note }: PlannedTarget,
  behaviours: Behaviours | undefined,
): string[] {
  const behaviour = action === "unchanged" ? undefined : behaviours?.get(name);
  const meaning = behaviour === undefined ? [] : [verdictText(behaviour)];
  const what = note === undefined ? changesText(action, changes.length) : literalCode(note);
  return [
    literalCode(name),
    action === "unchanged" ? action : `**${action}**`,
    literalCode(describeTarget(target)),
    [what, ...meaning].join("; behaviour "),
  ];
}

function changesText(action: PlannedTarget["action"], count: number): string {
  if (action !== "unchanged") return String(count);
  return count === 0 ? "" : "in notation only";
}

function folded(
  [first, ...others]: readonly PlannedTarget[],
  behaviours: Behaviours | undefined,
  mask: SecretMask,
): FoldedLines {
  const behaviour = behaviours?.get(first?.name ?? "");
  const same = others.length === 0 ? "" : ` ${literalCode(andTheSame(others))}`;
  return {
    heading: `${literalCode(first?.name ?? "")}${same}`,
    lines: [
      ...changesDiff(first?.changes ?? [], "plan", mask),
      ...behaviourMarkdown(behaviour, { sides: wordings.plan.sides, mask }),
    ],
    language: "diff",
  };
}

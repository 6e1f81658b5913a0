import type { ExceededLimit, Plan } from "@traffic-policy/api";
import { counted, enumerated } from "@traffic-policy/policy-language/internal";
import {
  literalCode,
  markdownTable,
  shareOfComment,
  visible,
  withFolded,
  withoutColors,
} from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import type { Behaviours } from "../../behaviour/behaviour.ts";
import { behaviourJson } from "../../behaviour/json.ts";
import type { Terminal } from "../../context.ts";
import { environmentsOf, planTitle, type PlanDetails } from "../../deploying/plan-details.ts";
import type { OpenedByPlan } from "../../deploying/opened-by-plan.ts";
import { jsonPieces } from "../../deploying/plan-file.ts";
import {
  countActions,
  limitHelp,
  openedText,
  planRows,
  printPlan,
} from "../../deploying/report.ts";
import { errorCells, rowCells, rowDetails } from "../../deploying/target-rows.ts";
import { printTargetErrors, toReportedError } from "../../report/error.ts";
import type { PlanOptions } from "./command.ts";
import type { PlanOutput } from "./output.ts";

export interface ShownPlan {
  readonly plan: Plan;
  readonly service: string;
  /** Time of creation: RFC 3339, in UTC. */
  readonly time: string;
  readonly details: PlanDetails;
  readonly limits: readonly ExceededLimit[];
  readonly behaviours?: Behaviours | undefined;
  readonly opened?: OpenedByPlan | undefined;
}

export function printShownPlan(
  shown: ShownPlan,
  { format, verbose: given }: Pick<PlanOptions, "format" | "verbose">,
  terminal: Terminal,
): void {
  const verbose = given === true;
  if (format === "json") printPlanJson(shown, terminal);
  else if (format === "pretty") printPretty(shown, verbose, terminal);
  else {
    terminal.out(planMarkdown(shown, verbose));
    printTargetErrors(shown.plan.unread, terminal);
  }
}

function printPretty(
  { plan, details, limits, behaviours, opened }: ShownPlan,
  verbose: boolean,
  terminal: Terminal,
): void {
  const { print, style } = terminal;
  const report = { title: planTitle(details), linted: details.linted, verbose, behaviours };
  printPlan(plan, report, terminal);
  if (opened !== undefined) print(`\n${openedText(opened, style)}`);
  if (limits.length > 0) print("\nDeploy will refuse this plan:\n");
  for (const limit of limits) {
    print(`${style.yellow(style.bold("limit:"))} ${visible(limit.message)}\n`);
    print(`  ${style.blue("help:")} ${visible(limitHelp(limit))}\n`);
  }
}

/** Maximum length of the table in a comment, so that the changes have room. */
const longestTable = 10_000;

/** More limits than this are reported as a number: the table shows the target of each. */
const mostLimits = 10;

/**
 * A plan as a pull request comment: a table of the targets that change, and the changes of each in a collapsible
 * section, with added and removed rules in full. Content that does not fit is left out, with a note. Names and values
 * are escaped, so that they cannot act as Markdown.
 */
export function planMarkdown(shown: ShownPlan, verbose: boolean): string {
  const { plan, behaviours, opened } = shown;
  const mask = new SecretMask();
  const rows = planRows(plan, { verbose, behaviours });
  const cells = [
    ...plan.unread.map((one) => errorCells(one, "not planned")),
    ...rows.flatMap((row) =>
      [row, ...(row.alike ?? [])].map((one) => rowCells({ ...row, ...one })),
    ),
  ];
  const text = [
    `### Plan\n\n${origin(shown)} ${countActions(plan)}\n`,
    ...(shown.details.linted ? [] : ["\n**The policies were not linted.**\n"]),
    limitLines(shown),
    ...(opened === undefined
      ? []
      : [
          `
**With this plan: ${opened.result}.**
`,
        ]),
    "\n",
    markdownTable(["target", "action", "place", "changes"], cells, {
      noun: "target",
      longest: longestTable,
    }),
  ].join("");
  const ways = (opened?.lines(withoutColors) ?? []).map(visible);
  const parts = [
    ...(ways.length > 0
      ? [{ heading: "What the plan opens", lines: ways, language: "text" as const }]
      : []),
    ...rows.filter(({ isSame }) => !isSame).map((row) => rowDetails(row, "plan", mask)),
  ];
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

/** Prints a plan for other programs, in the format of a saved plan, but without policy texts and secrets. */
function printPlanJson(
  { plan, service, time, details, limits, behaviours, opened }: ShownPlan,
  { out }: Terminal,
): void {
  const { linted, environment, environments, promotedFrom, commit, diagnostics } = details;
  const exceeded = limits.map((limit): PlanOutput["exceeded"][number] => {
    const { kind, target, message } = limit;
    return { kind, target, message, help: limitHelp(limit) };
  });
  const targets = targetsOf(plan, behaviours);
  const where = { service, environment, environments, promotedFrom };
  const about = { version: 1, ...where, time, linted, commit };
  const site = opened?.json();
  for (const piece of jsonPieces({ ...about, targets, exceeded, site, diagnostics })) out(piece);
}

function* targetsOf(
  { targets, unread }: Plan,
  behaviours: Behaviours | undefined,
): Generator<PlanOutput["targets"][number]> {
  const mask = new SecretMask();
  for (const planned of targets) {
    const { name, target, service, action, state, note, checksum = null } = planned;
    const changes = mask.changes(planned.changes);
    const known = behaviours?.get(name);
    const behaviour = known && behaviourJson(known, mask);
    yield { target: name, ...target, service, action, state, note, checksum, behaviour, changes };
  }
  for (const { name, target, service, error } of unread) {
    yield { target: name, ...target, service, error: toReportedError(error) };
  }
}

import { visible } from "@traffic-policy/report";
import type { Impact, Way } from "@traffic-policy/policy-impact/internal";
import {
  impactHtml,
  impactLines,
  impactMarkdown,
  withoutSecrets,
  type ImpactNames,
} from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../context.ts";
import type { PlacedLine } from "../../logs/line-numbers.ts";
import type { Log } from "../../logs/log.ts";
import { printJson } from "../../report/json.ts";
import type { AskedOptions, ImpactCommandOptions } from "./command.ts";
import type { ImpactOutput } from "./output.ts";

export interface ImpactReport {
  readonly before: string;
  readonly after: string;
  readonly log: Log;
  readonly exchange: "request" | "connection";
  readonly asked: AskedOptions;
  readonly impact: Impact;
  readonly skippedLines: readonly PlacedLine[];
  readonly passed: readonly string[];
  readonly linkOf?: ImpactNames["linkOf"];
}

export function printImpact(
  report: ImpactReport,
  format: ImpactCommandOptions["format"],
  terminal: Terminal,
): void {
  const { impact } = report;
  if (format === "json") printJson(impactJson(report), terminal);
  else if (format === "html") terminal.document(impactHtml(impact, namesOf(report)));
  else if (format === "markdown") terminal.out(impactMarkdown(impact, namesOf(report)));
  else printPretty(report, terminal);
}

function printPretty(report: ImpactReport, { print, style }: Terminal): void {
  const { impact, skippedLines } = report;
  for (const line of impactLines(impact, namesOf(report), { style })) print(`${line}\n`);
  printSkippedLines(skippedLines, { print, style });
}

export function printSkippedLines(
  lines: readonly PlacedLine[],
  { print, style }: Pick<Terminal, "print" | "style">,
): void {
  if (lines.length === 0) return;
  print(`\n${style.bold("Skipped lines")}\n`);
  for (const { file, line, reason, text } of lines) {
    const place = line === undefined ? "" : `${visible(file ?? "")}:${line}: `;
    print(`  ${place}${visible(reason)}\n    ${style.dim(visible(text))}\n`);
  }
}

export function namesOf(report: ImpactReport): ImpactNames {
  const { before, after, log, exchange, asked, passed, linkOf } = report;
  const notes = notesOf(exchange, asked, passed);
  return { before, after, log: log.title, exchange, notes, ...(linkOf && { linkOf }) };
}

export function notesOf(
  exchange: ImpactReport["exchange"],
  { where, since, until, sample, assume = [] }: AskedOptions,
  passed: readonly string[],
): NonNullable<ImpactNames["notes"]> {
  return [
    ...(where === undefined
      ? []
      : [[`Only ${exchange}s are counted for which this holds: `, { code: where }, "."]]),
    ...(since === undefined && until === undefined
      ? []
      : [[`Only rows ${rangeText(since, until)} are counted, and those without a time.`]]),
    ...(sample === undefined
      ? []
      : [
          [
            `Only a share of ${sample} of the rows was read, chosen by chance: all counts are of these.`,
          ],
        ]),
    ...assume.map((given) => [
      "Where the log does not tell it, this is assumed: ",
      { code: given },
      ".",
    ]),
    ...passed.map((limit) => ["A limit was passed: ", { code: limit }, "."]),
  ];
}

function rangeText(since: string | undefined, until: string | undefined): string {
  return [
    ...(since === undefined ? [] : [`from ${since} on`]),
    ...(until === undefined ? [] : [`before ${until}`]),
  ].join(" and ");
}

function impactJson(report: ImpactReport): ImpactOutput {
  const { before, after, impact, passed, skippedLines } = report;
  const { passages, reasons, rules, dimensions, ...counts } = impact;
  const [ofBefore = [], ofAfter = []] = rules;
  return {
    version: 1,
    before,
    after,
    ...counts,
    skippedLines,
    passages: passages.map((one) => ({
      before: wayJson(one.before),
      after: wayJson(one.after),
      count: one.count,
      isChanged: one.isChanged,
      examples: one.examples.map(({ exchange }) => withoutSecrets(exchange)),
    })),
    reasons: reasons.map(reasonJson),
    rules: { before: ofBefore.map(ruleJson), after: ofAfter.map(ruleJson) },
    dimensions: Object.entries(dimensions).map(([name, { rows, values }]) => ({
      dimension: name as ImpactOutput["dimensions"][number]["dimension"],
      values,
      rows,
    })),
    passed,
  };
}

function wayJson({ kind, ending }: Way) {
  const { status, rule } = ending ?? {};
  return { outcome: kind, status, rule: rule?.path, name: rule?.name };
}

export function reasonJson({ cause, count }: Impact["reasons"][number]) {
  return {
    kind: cause.kind,
    what: cause.kind === "missing" ? cause.name : cause.what,
    count,
  };
}

export function ruleJson({ path, name, count, unknown }: Impact["rules"][number][number]) {
  return { path, name, count, unknown };
}

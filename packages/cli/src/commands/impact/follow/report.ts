import {
  causeText,
  countText,
  numberText,
  percentText,
  plainText,
  ruleWording,
  wayText,
} from "@traffic-policy/policy-impact/report";
import { serialize } from "@traffic-policy/policy-language";
import { aligned } from "@traffic-policy/report";
import type { Style, Terminal } from "../../../context.ts";
import { reasonJson, ruleJson } from "../report.ts";
import type { FollowOutput } from "./output.ts";
import type { Rates } from "./rates.ts";

/** Rates of a time, with the rest that a report says. */
export interface RatesReport {
  readonly rates: Rates;
  readonly part: FollowOutput["part"];
  /** When the time ended. */
  readonly end: number;
  readonly exchange: "request" | "connection";
  /** The bytes of the log that are not read yet. */
  readonly waiting: number;
}

export function printRates(
  report: RatesReport,
  format: string,
  { out, print, style }: Pick<Terminal, "out" | "print" | "style">,
): void {
  if (format === "json") out(`${serialize(ratesJson(report))}\n`);
  else
    print(
      ratesLines(report, style)
        .map((line) => `${line}\n`)
        .join(""),
    );
}

function ratesJson({ rates, part, end, waiting }: RatesReport): FollowOutput {
  return {
    version: 1,
    part,
    from: timeText(rates.start),
    to: timeText(end),
    ...rates.counts,
    waiting,
    outcomes: rates.ways.map(({ way, count }) => ({
      outcome: way.kind,
      ...(way.ending?.status !== undefined && { status: way.ending.status }),
      count,
    })),
    rules: rates.rules.map(ruleJson),
    reasons: rates.reasons.map(reasonJson),
  };
}

function ratesLines({ rates, part, end, exchange, waiting }: RatesReport, style: Style): string[] {
  const { counts, ways, rules, reasons } = rates;
  const seconds = (end - rates.start) / 1000;
  const rateOf = (count: number): string => (seconds > 0 ? `${perSecond(count / seconds)}/s` : "");
  const row = (what: string, count: number, more = ""): string[] => [
    what,
    numberText(count),
    rateOf(count),
    percentText(count, counts.seen),
    more,
  ];
  const ruleOf = ruleWording({ rules: [rules] });
  const matched = rules.filter(({ count, unknown }) => count + unknown > 0);
  const perhaps = (unknown: number): string =>
    unknown === 0 ? "" : `and perhaps ${numberText(unknown)}`;
  const time = part === "whole" ? `In ${numberText(seconds)} s` : timeText(end).slice(0, 19);
  const notes = [
    [counts.skipped, "skipped"],
    [counts.notAsked, "not asked about"],
    [counts.perhapsAsked, "perhaps asked about"],
  ] as const;
  const summary = [
    `${time}: ${countText(counts.seen, exchange)}${counts.seen > 0 ? `, ${rateOf(counts.seen)}` : ""}`,
    ...notes.flatMap(([count, how]) => (count > 0 ? [`${countText(count, "line")} ${how}`] : [])),
    ...(waiting < 1e6 ? [] : [`${numberText(waiting / 1e6)} MB of the log not read yet`]),
  ];
  return [
    style.bold(summary.join("; ")),
    ...aligned(
      [
        ...ways.map(({ way, count }) => row(wayText(way), count)),
        ...matched.map((rule) =>
          row(`${plainText(ruleOf(rule))} matched`, rule.count, perhaps(rule.unknown)),
        ),
      ],
      style,
      { numbers: [1, 2, 3], indent: 2 },
    ),
    ...reasons.map(({ cause, count }) =>
      style.dim(`  not known for ${numberText(count)}: ${plainText(causeText(cause))}`),
    ),
  ];
}

/** Few digits: `0.2`, `12.5`, `1,204`. */
function perSecond(rate: number): string {
  return rate < 100 ? String(Math.round(rate * 10) / 10) : numberText(rate);
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}

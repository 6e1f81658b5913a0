import { shownText } from "@traffic-policy/policy-engine/report";
import { placeText } from "@traffic-policy/project";
import { environmentsText } from "@traffic-policy/report";
import { printable } from "@traffic-policy/policy-language/internal";
import type { Style } from "../context.ts";
import { differenceLines, whyLines } from "../simulation/report/difference-lines.ts";
import { siteWhyLines } from "../simulation/report/site-lines.ts";
import type { CaseFileReport, CaseReport } from "./run-case-files.ts";

export function failedCaseLines(
  one: CaseReport,
  { file }: Pick<CaseFileReport, "file">,
  style: Style,
): string[] {
  if (one.state === "passed") return [];
  const place = printable(placeText(one.location?.file ?? file, one.location?.start));
  const name = `${style.bold(shownText(one.name, 200))}${environmentsText(one)}`;
  if (one.state === "error") {
    const { message, help } = one.error;
    return [
      `${style.red(style.bold("error"))}   ${name}  ${style.dim(place)}`,
      `  ${printable(message)}`,
      ...(help === undefined ? [] : [`  ${style.blue("help:")} ${printable(help)}`]),
    ];
  }
  const { differences } = one;
  const color = one.state === "undecided" ? style.yellow : style.red;
  const label = color(style.bold(one.state));
  return [
    `${label}  ${name}  ${style.dim(place)}`,
    ...differences.flatMap((difference) => differenceLines(difference, style)).map(indented),
    ...reasonLines(one, style).map(indented),
  ];
}

function reasonLines(
  one: Extract<CaseReport, { readonly state: "failed" | "undecided" }>,
  style: Style,
): string[] {
  const exchange = one.case;
  if (one.under === undefined) return siteWhyLines("why", { ...one, exchange }, style);
  return whyLines("why", { exchange, outcome: one.outcome }, one.under, style);
}

function indented(line: string): string {
  return `  ${line}`;
}

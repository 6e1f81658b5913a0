import { impactLines } from "@traffic-policy/policy-impact/report";
import { visible } from "@traffic-policy/report";
import type { Terminal } from "../../../context.ts";
import { namesOf, type ImpactReport } from "../impact-report.ts";

export default function prettyImpact(report: ImpactReport, terminal: Terminal): void {
  const { impact, skippedLines } = report;
  const { out, style } = terminal;
  for (const line of impactLines(impact, namesOf(report), { style })) out(`${line}\n`);
  if (skippedLines.length > 0) {
    out(`\n${style.bold("Skipped lines")}\n`);
    for (const { file, line, reason, text } of skippedLines) {
      const place = line === undefined ? "" : `${visible(file ?? "")}:${line}: `;
      out(`  ${place}${visible(reason)}\n    ${style.dim(visible(text))}\n`);
    }
  }
}

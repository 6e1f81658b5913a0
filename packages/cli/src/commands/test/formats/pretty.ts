import { printable } from "@traffic-policy/policy-language";
import { caseCountsText, gapSentence, shownText } from "@traffic-policy/policy-engine/report";
import { counted } from "../../../report/text.ts";
import type { CaseFileReport } from "../../../cases/run-case-files.ts";
import type { Terminal, Style } from "../../../context.ts";
import { coverageLines } from "../coverage-lines.ts";
import { failedCaseLines } from "../../../cases/case-lines.ts";
import { countCases, summaryText, type WholeTestReport } from "../case-report.ts";
import type { SuggestedCases } from "../../../cases/suggest.ts";

/** A run of cases for people: a line a file, what did not pass in full, what is not covered, a summary. */
export default function prettyReport(
  report: WholeTestReport,
  style: Style,
  sourceOf: (file: string) => string | undefined,
): string {
  const lines = [
    ...report.files.map((file) => fileLine(file, style)),
    ...(report.files.length > 0 ? [""] : []),
    ...report.files.flatMap((file) =>
      file.cases.flatMap((one) => {
        const shown = failedCaseLines(one, file, style);
        return shown.length === 0 ? [] : [...shown, ""];
      }),
    ),
    ...(report.coverage === undefined
      ? []
      : coverageLines(report.coverage, sourceOf, style, report.unreachable)),
    ...(report.suggested ?? []).flatMap((one) => suggestionLines(one, style)),
    summaryText(report, (counts) => caseCountsText(counts, style)),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function fileLine({ file, policies: [under], cases }: CaseFileReport, style: Style): string {
  const counts = countCases(cases);
  const isGood = counts.passed === counts.cases;
  const sign = isGood ? style.green("✓") : style.red("✗");
  const name = style.bold(printable(file));
  const about = style.dim(`for ${printable(under.source.file)}`);
  return `${sign} ${name}  ${about}  ${isGood ? counted(counts.cases, "case") : caseCountsText(counts, style)}`;
}

/** Cases that are proposed, ready to be pasted, and why there are no others. */
export function suggestionLines(
  { file, isNew, suggestions, source }: SuggestedCases,
  style: Terminal["style"],
): string[] {
  const head = `${style.bold(`suggested for ${printable(file)}`)}${isNew ? ", which would be new" : ""}`;
  const without = suggestions.flatMap((one) =>
    "reason" in one
      ? [
          `${style.yellow("no suggestion")}  ${shownText(gapSentence(one.gap), 300)}`,
          `               ${style.dim(shownText(one.reason, 300))}`,
        ]
      : [],
  );
  return [
    ...(source === "" ? [] : [head, "", ...source.split("\n").map(printable), ""]),
    ...(without.length === 0 ? [] : [...without, ""]),
  ];
}

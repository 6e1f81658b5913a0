import { printable } from "@traffic-policy/policy-lint/report/printable";
import { counted } from "../../../report/text.ts";
import type { CaseFileReport } from "../../../cases/run-case-files.ts";
import type { Terminal, Style } from "../../../context.ts";
import { coverageLines, gapSentence, percentOf, totalOf } from "../coverage-lines.ts";
import {
  failedCaseLines,
  allCases,
  type CaseCounts,
  countCases,
  type WholeTestReport,
} from "../case-report.ts";
import type { SuggestedCases } from "../../../cases/suggest.ts";
import { shownText } from "../../../simulation/report/trace-lines.ts";

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
    ...(report.coverage === undefined ? [] : coverageLines(report.coverage, sourceOf, style)),
    ...(report.suggested ?? []).flatMap((one) => suggestionLines(one, style)),
    summary(report, style),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function fileLine({ file, policies: [under], cases }: CaseFileReport, style: Style): string {
  const counts = countCases(cases);
  const isGood = counts.passed === counts.cases;
  const sign = isGood ? style.green("✓") : style.red("✗");
  const name = style.bold(printable(file));
  const about = style.dim(`for ${printable(under.source.file)}`);
  return `${sign} ${name}  ${about}  ${isGood ? counted(counts.cases, "case") : partsText(counts, style)}`;
}

function partsText({ passed, failed, errors }: CaseCounts, style: Style): string {
  return [
    ...(failed > 0 ? [style.red(`${failed} failed`)] : []),
    ...(errors > 0 ? [style.red(`${errors} could not be run`)] : []),
    style.green(`${passed} passed`),
  ].join(", ");
}

function summary(report: WholeTestReport, style: Style): string {
  const { files, failures, coverage } = report;
  const unread = `${counted(failures.length, "file")} could not be tested`;
  if (files.length === 0) return failures.length === 0 ? "There are no cases yet." : `${unread}.`;
  const more = failures.length === 0 ? "" : `, ${unread}`;
  const covered = coverage === undefined ? "" : ` ${percentOf(totalOf(coverage))} % is covered.`;
  const parts = partsText(countCases(allCases(report)), style);
  return `${parts} in ${counted(files.length, "file")}${more}.${covered}`;
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

import { shownPath } from "@traffic-policy/project/internal";
import {
  caseCountsText,
  differencesText,
  percentOf,
  countCases,
} from "@traffic-policy/policy-engine/report";
import { placeText } from "@traffic-policy/project";
import {
  withoutColors,
  type Finding,
  type JunitTest,
  type Report,
  type ReportContext,
  type Section,
  type Style,
} from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { failedCaseLines } from "../../cases/case-lines.ts";
import type { CaseFileReport, CaseReport } from "../../cases/run-case-files.ts";
import type { Context } from "../../context.ts";
import { printError, sourceTexts } from "../../report/error.ts";
import { failureOf, printReport } from "../../report/print-report.ts";
import { maskedOutcome } from "../../simulation/site-simulation.ts";
import { counted, listed } from "@traffic-policy/policy-language/internal";
import { allCases, type WholeTestReport } from "./case-report.ts";
import type { TestOptions } from "./command.ts";
import { coverageSection, totalOf } from "./coverage-lines.ts";
import { testJson } from "./json.ts";
import { suggestionLines } from "./suggestion-lines.ts";

export async function printTestReport(
  report: WholeTestReport,
  format: TestOptions["format"],
  context: Context,
): Promise<void> {
  const { files, terminal } = context;
  for (const { error } of report.failures) printError(error, context);
  const shown = withoutSecrets(report);
  if (format === "json") terminal.out(testJson(shown));
  else {
    const style = format === "pretty" ? terminal.style : withoutColors;
    const sourceOf = sourceTexts(files);
    await printReport(toReport(shown, { style, sourceOf }), format, context);
  }
}

function withoutSecrets(report: WholeTestReport): WholeTestReport {
  const mask = new SecretMask();
  const files = report.files.map((file) => ({
    ...file,
    cases: file.cases.map((one) => {
      if (one.state === "passed" || one.state === "error") return one;
      const { case: given, differences } = one;
      const masked = mask.data({ case: given, differences });
      return one.under === undefined
        ? { ...one, ...masked, outcome: maskedOutcome(one.outcome, mask) }
        : { ...one, ...masked, outcome: mask.data(one.outcome) };
    }),
  }));
  return { ...report, files };
}

function toReport(
  report: WholeTestReport,
  view: Pick<ReportContext, "sourceOf" | "style">,
): Report {
  const { files, failures, notChecked = [], coverage = [], unreachable, suggested = [] } = report;
  const { style } = view;
  return {
    command: "test",
    files: [],
    diagnostics: [],
    failures: failures.map(failureOf),
    notChecked,
    sections: [
      ...files.map((file) => caseSection(file, style)),
      ...coverage.flatMap((under) => coverageSection(under, unreachable, view)),
    ],
    notes: suggested.flatMap((one) => suggestionLines(one, style)),
    summary: summaryText(report, style),
  };
}

const columns = ["cases", "policy", "result"];

function caseSection(report: CaseFileReport, style: Style): Section {
  const { file, policies, site, cases } = report;
  const [under] = policies;
  const checked = cases.map((one) => {
    const lines = failedCaseLines(one, report, style);
    return { one, lines, check: checkOf(one, lines, file) };
  });
  const failed = checked.filter(({ one }) => one.state !== "passed");
  return {
    name: file,
    about: under === undefined ? `the site of ${listed(site ?? [])}` : shownPath(under.source),
    columns,
    result: caseCountsText(countCases(cases), style),
    isGood: failed.length === 0,
    subject: "what did not pass",
    lines: failed.flatMap(({ lines }, index) => [
      ...(index === 0 ? [] : [""]),
      ...lines.map((line) => `  ${line}`),
    ]),
    checks: checked.map(({ check }) => check),
    findings: failed.map(({ one, check: { message = "" } }): Finding => {
      const { name: title, location = { file } } = one;
      const help = one.state === "error" ? one.error.help : undefined;
      return { severity: "error", title, message, help, location };
    }),
  };
}

function checkOf(one: CaseReport, lines: readonly string[], file: string): JunitTest {
  const { name } = one;
  if (one.state === "passed") return { name, outcome: "passed" };
  if (one.state === "error") {
    const { message, help = "" } = one.error;
    return { name, outcome: "error", message, text: help };
  }
  const differences = differencesText(one.differences);
  const isUndecided = one.state === "undecided";
  const place = placeText(one.location?.file ?? file, one.location?.start);
  return {
    name,
    outcome: "failed",
    type: isUndecided ? "undecided" : "difference",
    message: isUndecided ? `Undecided: ${differences}` : differences,
    text: [place, ...lines.slice(1)].join("\n"),
  };
}

/** A summary in sentences: `1 failed, 3 passed in 2 files. 73 % is covered.` */
function summaryText(report: WholeTestReport, style: Style): string {
  const { files, failures, coverage } = report;
  const unread = `${counted(failures.length, "file")} could not be tested`;
  if (files.length === 0) return failures.length === 0 ? "There are no cases yet." : `${unread}.`;
  const more = failures.length === 0 ? "" : `, ${unread}`;
  const covered = coverage === undefined ? "" : ` ${percentOf(totalOf(coverage))} % is covered.`;
  const counts = caseCountsText(countCases(allCases(report)), style);
  return `${counts} in ${counted(files.length, "file")}${more}.${covered}`;
}

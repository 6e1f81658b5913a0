import type { Diagnostic } from "@traffic-policy/policy-language";
import { placeText } from "@traffic-policy/policy-language/internal";
import { junitXml, type JunitSuite, type JunitTest } from "../text/junit-xml.ts";
import { ignoredText, leftOutTitle } from "../findings/summary.ts";
import { failureTitle, type LintFailure, type Report } from "../report.ts";
import type { FormatTraits, Reporter } from "../reporter.ts";

/**
 * JUnit XML: a suite for each file, and a test for each check or finding. Only errors are failures; an unusable file
 * is an error of its suite, a file without findings is a single passed test, and a file that was left out is a skipped
 * one.
 */
const junitReport: Reporter = (report) =>
  junitXml(`traffic-policy ${report.command}`, suitesOf(report));

export default junitReport;

export const traits: FormatTraits = { reportsNotChecked: true };

function suitesOf(report: Report): JunitSuite[] {
  const { files, diagnostics, failures, sections = [], notChecked = [] } = report;
  const suites = new Map<string, readonly JunitTest[]>(files.map((file) => [file, []]));
  for (const { name, checks } of sections) if (checks !== undefined) suites.set(name, checks);
  const add = (file: string, test: JunitTest): void => {
    suites.set(file, [...(suites.get(file) ?? []), test]);
  };
  for (const failure of failures) add(failure.file, failed(failure, report));
  for (const diagnostic of diagnostics) {
    add(diagnostic.location?.file ?? files[0] ?? "-", finding(diagnostic));
  }
  for (const { file, reason } of notChecked) add(file, skipped(reason, report));
  for (const reason of ignoredText(report)) add("lint.ignore", skipped(reason, report));
  return [...suites].map(([name, tests]) => ({
    name,
    tests: tests.length === 0 ? [{ name: "No findings", outcome: "passed" }] : tests,
  }));
}

function finding({ rule, severity, message, help, location, witness }: Diagnostic): JunitTest {
  const { file, start } = location ?? { file: "-", start: { line: 1, column: 1 } };
  const place = placeText(file, start);
  const text = [`${place}: ${message}`, witness?.message ?? [], help ?? []].flat().join("\n");
  const name = `${rule} ${place}`;
  return severity === "error"
    ? { name, outcome: "failed", type: severity, message, text }
    : { name, outcome: "passed", text: `${severity}: ${text}` };
}

function skipped(message: string, report: Report): JunitTest {
  return { name: leftOutTitle(report), outcome: "skipped", message };
}

function failed(failure: LintFailure, report: Report): JunitTest {
  const { message, help = "" } = failure;
  return { name: failureTitle(failure, report), outcome: "error", message, text: help };
}

import type { Diagnostic } from "@traffic-policy/policy-language";
import { junitXml, type JunitSuite, type JunitTest } from "../text/junit-xml.ts";
import type { LintFailure, LintReport } from "../report.ts";
import type { Reporter } from "../reporter.ts";

/**
 * JUnit's XML: a suite a file and a test a finding. Only errors are failures; a file that could not
 * be linted is an error of its suite, and one without findings a single test that passed.
 */
const junitReport: Reporter = (report) => junitXml("traffic-policy lint", suitesOf(report));

export default junitReport;

function suitesOf({ files, diagnostics, failures }: LintReport): JunitSuite[] {
  const suites = new Map<string, JunitTest[]>(files.map((file) => [file, []]));
  const add = (file: string, test: JunitTest): void => {
    suites.set(file, [...(suites.get(file) ?? []), test]);
  };
  for (const failure of failures) add(failure.file, unlinted(failure));
  for (const diagnostic of diagnostics) {
    add(diagnostic.location?.file ?? files[0] ?? "-", finding(diagnostic));
  }
  return [...suites].map(([name, tests]) => ({
    name,
    tests: tests.length === 0 ? [{ name: "No findings", outcome: "passed" }] : tests,
  }));
}

function finding({ rule, severity, message, help, location, witness }: Diagnostic): JunitTest {
  const { file, start } = location ?? { file: "-", start: { line: 1, column: 1 } };
  const place = `${file}:${start.line}:${start.column}`;
  const text = [`${place}: ${message}`, witness?.message ?? [], help ?? []].flat().join("\n");
  const name = `${rule} ${place}`;
  return severity === "error"
    ? { name, outcome: "failed", type: severity, message, text }
    : { name, outcome: "passed", text: `${severity}: ${text}` };
}

function unlinted({ rule, message, help = "" }: LintFailure): JunitTest {
  const name = rule === undefined ? "The file could not be linted" : `${rule} did not finish`;
  return { name, outcome: "error", message, text: help };
}

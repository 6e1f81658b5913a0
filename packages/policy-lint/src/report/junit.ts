import type { Diagnostic } from "@traffic-policy/policy-language";
import type { LintFailure, LintReport } from "./lint-report.ts";
import type { Reporter } from "./reporter.ts";

/**
 * JUnit's XML: a suite a file and a test a finding. Only errors are failures; a file that could not
 * be linted is an error of its suite, and one without findings a single test that passed.
 */
const junitReport: Reporter = (report) => {
  const suites = suitesOf(report);
  const all = suites.flatMap(({ tests }) => tests);
  const attributes = { name: "traffic-policy lint", ...counts(all) };
  const lines = suites.flatMap(({ file, tests }) => [
    `  <testsuite${attributesText({ name: file, ...counts(tests) })}>`,
    ...tests.map(({ text }) => text),
    "  </testsuite>",
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributesText(attributes)}>`,
    ...lines,
    "</testsuites>",
    "",
  ].join("\n");
};

export default junitReport;

interface Test {
  readonly outcome: "passed" | "failed" | "error";
  readonly text: string;
}

function suitesOf({ files, diagnostics, failures }: LintReport): { file: string; tests: Test[] }[] {
  const suites = new Map<string, Test[]>(files.map((file) => [file, []]));
  const add = (file: string, test: Test): void => {
    suites.set(file, [...(suites.get(file) ?? []), test]);
  };
  for (const failure of failures) add(failure.file, unlinted(failure));
  for (const diagnostic of diagnostics) {
    add(diagnostic.location?.file ?? files[0] ?? "-", finding(diagnostic));
  }
  return [...suites].map(([file, tests]) => ({
    file,
    tests: tests.length === 0 ? [passed(file)] : tests,
  }));
}

function counts(tests: readonly Test[]): Record<string, number> {
  const count = (outcome: Test["outcome"]): number =>
    tests.filter((test) => test.outcome === outcome).length;
  return { tests: tests.length, failures: count("failed"), errors: count("error") };
}

function finding({ rule, severity, message, help, location }: Diagnostic): Test {
  const { file, start } = location ?? { file: "-", start: { line: 1, column: 1 } };
  const place = `${file}:${start.line}:${start.column}`;
  const text = [`${place}: ${message}`, ...(help === undefined ? [] : [help])].join("\n");
  const isFailure = severity === "error";
  const inside = isFailure
    ? `<failure${attributesText({ type: severity, message })}>${escape(text)}</failure>`
    : `<system-out>${escape(`${severity}: ${text}`)}</system-out>`;
  return testCase(isFailure ? "failed" : "passed", { name: `${rule} ${place}`, file }, inside);
}

function unlinted({ file, message, help }: LintFailure): Test {
  const inside = `<error${attributesText({ message })}>${escape(help ?? "")}</error>`;
  return testCase("error", { name: "The file could not be linted", file }, inside);
}

function passed(file: string): Test {
  return testCase("passed", { name: "No findings", file }, "");
}

function testCase(
  outcome: Test["outcome"],
  { name, file }: { name: string; file: string },
  inside: string,
): Test {
  const opening = `    <testcase${attributesText({ name, classname: file })}`;
  return { outcome, text: inside === "" ? `${opening}/>` : `${opening}>${inside}</testcase>` };
}

function attributesText(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** XML 1.0 has no way to write most control characters, nor half of a surrogate pair. */
function escape(text: string): string {
  return (
    text
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character)
  );
}

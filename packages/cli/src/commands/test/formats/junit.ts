import { junitXml, type JunitSuite, type JunitTest } from "@traffic-policy/report";
import { placeText } from "@traffic-policy/policy-module";
import { differencesText } from "@traffic-policy/policy-engine/report";
import type { CaseFileReport, CaseReport } from "../../../cases/run-case-files.ts";
import { withoutColors } from "@traffic-policy/report";
import { failedCaseLines } from "../../../cases/case-lines.ts";
import type { WholeTestReport } from "../case-report.ts";

/** JUnit's XML: a suite a case file, and a test a case. */
export default function junitReport({ files, failures }: WholeTestReport): string {
  const suites: JunitSuite[] = [
    ...files.map((report) => ({
      name: report.file,
      tests: report.cases.map((one) => testOf(one, report)),
    })),
    ...failures.map(({ file, error }) => ({
      name: file,
      tests: [
        {
          name: "The file could not be tested",
          outcome: "error",
          message: error.message,
          text: error.help ?? "",
        } satisfies JunitTest,
      ],
    })),
  ];
  return junitXml("traffic-policy test", suites);
}

function testOf(one: CaseReport, report: CaseFileReport): JunitTest {
  const { name } = one;
  if (one.state === "passed") return { name, outcome: "passed" };
  if (one.state === "error") {
    const { message, help = "" } = one.error;
    return { name, outcome: "error", message, text: help };
  }
  const message = differencesText(one.differences);
  const place = placeText(one.location?.file ?? report.file, one.location?.start);
  const lines = failedCaseLines(one, report, withoutColors).slice(1);
  return {
    name,
    outcome: "failed",
    type: one.state === "undecided" ? "undecided" : "difference",
    message,
    text: [place, ...lines].join("\n"),
  };
}

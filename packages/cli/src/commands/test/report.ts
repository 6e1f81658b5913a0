import type { TestOptions } from "./command.ts";
import type { Terminal } from "../../terminal.ts";
import { printError } from "../../report/error.ts";
import { sourceTexts } from "../../report/source-texts.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { prettyReport } from "./pretty.ts";
import type { WholeTestReport } from "./case-report.ts";

/** Prints what came of cases as results, and files that could not be tested as errors. */
export function printTestReport(
  report: WholeTestReport,
  format: TestOptions["format"],
  terminal: Terminal,
): void {
  for (const { error } of report.failures) printError(error, terminal);
  switch (format) {
    case "json":
      terminal.out(jsonReport(report));
      break;
    case "junit":
      terminal.out(junitReport(report));
      break;
    case "pretty":
      terminal.out(prettyReport(report, sourceTexts(), terminal.style));
  }
}

import { printError } from "../../report/error.ts";
import type { Terminal } from "../../terminal.ts";
import type { TestFormat, WholeTestReport } from "./case-report.ts";
import type { TestOptions } from "./command.ts";
import { formats } from "./formats/index.generated.ts";

/** Prints what came of cases as results, and files that could not be tested as errors. */
export async function printTestReport(
  report: WholeTestReport,
  format: TestOptions["format"],
  terminal: Terminal,
): Promise<void> {
  for (const { error } of report.failures) printError(error, terminal);
  const { default: text }: TestFormat = await formats[format]();
  terminal.out(text(report, terminal.style));
}

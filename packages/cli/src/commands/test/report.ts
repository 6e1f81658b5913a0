import { SecretMask } from "@traffic-policy/report";
import type { Context } from "../../context.ts";
import { printError, sourceTexts } from "../../report/error.ts";
import { workspaceNames } from "../../report/workspace-names.ts";
import type { TestFormat, WholeTestReport } from "./case-report.ts";
import type { TestOptions } from "./command.ts";
import { formats } from "./formats/index.generated.ts";

function withoutSecrets(report: WholeTestReport): WholeTestReport {
  const mask = new SecretMask();
  const files = report.files.map((file) => ({
    ...file,
    cases: file.cases.map((one) => {
      if (one.state === "passed" || one.state === "error") return one;
      const { case: given, outcome, differences } = one;
      return { ...one, ...mask.data({ case: given, outcome, differences }) };
    }),
  }));
  return { ...report, files };
}

/** Prints what came of cases as results, and files that could not be tested as errors. */
export async function printTestReport(
  report: WholeTestReport,
  format: TestOptions["format"],
  context: Context,
): Promise<void> {
  const { env, files, terminal } = context;
  for (const { error } of report.failures) printError(error, context);
  const { default: text, traits = {} }: TestFormat = await formats[format]();
  const nameOf = (traits.forGitHub && workspaceNames(env, files)) || String;
  terminal.out(text(withoutSecrets(report), terminal.style, sourceTexts(files), nameOf), {
    hasCommands: traits.hasCommands === true,
  });
}

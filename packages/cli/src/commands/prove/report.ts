import type { Context } from "../../context.ts";
import { printError, sourceTexts } from "../../report/error.ts";
import { workspaceNames } from "../../report/workspace-names.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import type { ProveOptions } from "./command.ts";
import { formats } from "./formats/index.generated.ts";
import type { ProofFormat, ProofReport } from "./proof-report.ts";

/** Prints what is proved as results, and what could not be asked about as errors. */
export async function printProofReport(
  report: ProofReport,
  { format, all }: Pick<ProveOptions, "format" | "all">,
  context: Context,
): Promise<void> {
  const { env, files, terminal } = context;
  for (const { error } of report.failures) printError(error, context);
  for (const { under } of report.policies) printProblems(under, "asked about", terminal);
  const { default: text, traits = {} }: ProofFormat = await formats[format]();
  const nameOf = (traits.forGitHub && workspaceNames(env, files)) || String;
  const { style } = terminal;
  const view = { all: all === true, style, sourceOf: sourceTexts(files), nameOf };
  terminal.out(await text(report, view), { hasCommands: traits.hasCommands === true });
}

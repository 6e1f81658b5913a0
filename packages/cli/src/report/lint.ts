import type { Files } from "@traffic-policy/policy-module";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../context.ts";
import { relative, sep } from "node:path";
import type { Diagnostic, SourceRange } from "@traffic-policy/policy-language";
import {
  countSeverities,
  fixedText,
  knownRules,
  type LintReport,
  type ReportContext,
  type ReportFormat,
} from "@traffic-policy/policy-lint";
import { formats } from "@traffic-policy/policy-lint/report/formats";
import { customRules, type LoadedConfiguration } from "../configuration/load-configuration.ts";
import { version } from "../version.ts";
import { printError, sourceTexts } from "./error.ts";

interface Options {
  readonly format: keyof typeof formats;
  readonly configuration: LoadedConfiguration | undefined;
}

/** Prints findings as results, and files that could not be linted as errors. */
export async function printLintReport(
  report: LintReport,
  { format, configuration }: Options,
  { env, files, terminal }: Context,
): Promise<void> {
  for (const { file, message, help, position, end } of report.failures) {
    const range = position && end && { file, start: position, end };
    printError(new CommandError(message, { help, range }), { files, terminal });
  }
  const { default: reporter, traits = {} }: ReportFormat = await formats[format]();
  const { fixes } = report;
  if (fixes !== undefined && fixes.fixed > 0 && traits.tellsFixes !== true) {
    terminal.err(`${fixedText(fixes)}\n`);
  }
  const context: ReportContext = {
    style: terminal.style,
    sourceOf: sourceTexts(files),
    rules: knownRules({ rules: customRules(configuration) }),
    // Most formats do not ask.
    get version() {
      return version();
    },
  };
  const workspace = traits.forGitHub && env["GITHUB_WORKSPACE"];
  const text = reporter(workspace ? workspaceReport(report, workspace, files) : report, context);
  terminal.out(text, { hasCommands: traits.hasCommands === true });
}

/**
 * What a report comes to: errors are findings that count, and warnings when there are more than
 * `--max-warnings` allows; a file that could not be linted is a failure.
 *
 * @param maxWarnings - any number of them, unless it is said
 */
export function lintStatus(
  { diagnostics, failures }: LintReport,
  maxWarnings = Infinity,
): { readonly status: ExitStatus; readonly reason?: CommandError } {
  if (failures.length > 0) return { status: exitStatus.failure };
  const { error, warning } = countSeverities(diagnostics);
  if (warning > maxWarnings) {
    const message = `There are more warnings than --max-warnings allows: ${warning} instead of ${maxWarnings}.`;
    return { status: exitStatus.findings, reason: new CommandError(message) };
  }
  return { status: error > 0 ? exitStatus.findings : exitStatus.ok };
}

/**
 * The same report with files named from the root of the repository: GitHub takes the names of
 * annotations and of SARIF as such, wherever in the repository a step was run.
 *
 * @param workspace - the root, as `GITHUB_WORKSPACE` has it
 */
function workspaceReport(report: LintReport, workspace: string, files: Files): LintReport {
  const nameOf = (file: string): string =>
    relative(workspace, files.resolve(file)).replaceAll(sep, "/");
  const moved = <T extends { readonly location?: SourceRange }>(place: T): T =>
    place.location === undefined
      ? place
      : { ...place, location: { ...place.location, file: nameOf(place.location.file) } };
  return {
    ...report,
    files: report.files.map(nameOf),
    diagnostics: report.diagnostics.map((diagnostic): Diagnostic => ({
      ...moved(diagnostic),
      ...(diagnostic.related && { related: diagnostic.related.map(moved) }),
    })),
    failures: report.failures.map((failure) => ({ ...failure, file: nameOf(failure.file) })),
  };
}

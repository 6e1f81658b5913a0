import {
  countSeverities,
  fixedText,
  knownRules,
  type LintReport,
  type ReportContext,
  type Reporter,
} from "@traffic-policy/policy-lint";
import { CommandError } from "../command-error.ts";
import { customRules } from "../configuration/custom-rules.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { LintFormat } from "../commands/lint/command.ts";
import type { Terminal } from "../terminal.ts";
import { version } from "../version.ts";
import { printError } from "./error.ts";
import { sourceTexts } from "./source-texts.ts";

/** The reporters; each is loaded when it is asked for. */
const reporters: Readonly<Record<LintFormat, () => Promise<{ default: Reporter }>>> = {
  pretty: () => import("@traffic-policy/policy-lint/report/pretty"),
  json: () => import("@traffic-policy/policy-lint/report/json"),
  sarif: () => import("@traffic-policy/policy-lint/report/sarif"),
  github: () => import("@traffic-policy/policy-lint/report/github"),
  junit: () => import("@traffic-policy/policy-lint/report/junit"),
  unix: () => import("@traffic-policy/policy-lint/report/unix"),
};

interface Options {
  readonly format: LintFormat;
  readonly configuration: LoadedConfiguration | undefined;
}

/** Prints findings as results, and files that could not be linted as errors. */
export async function printLintReport(
  report: LintReport,
  { format, configuration }: Options,
  terminal: Terminal,
): Promise<void> {
  for (const { file, message, help, position, end } of report.failures) {
    const range = position && end && { file, start: position, end };
    printError(new CommandError(message, { help, range }), terminal);
  }
  const { fixes } = report;
  if (fixes !== undefined && fixes.fixed > 0 && format !== "pretty" && format !== "json") {
    terminal.err(`${fixedText(fixes)}\n`);
  }
  const { default: reporter } = await reporters[format]();
  const context: ReportContext = {
    style: terminal.style,
    sourceOf: sourceTexts(),
    rules: knownRules({ rules: customRules(configuration) }),
    // Most formats do not ask.
    get version() {
      return version();
    },
  };
  const text = reporter(await forGitHub(report, format), context);
  terminal.out(text, { hasCommands: format === "github" });
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

async function forGitHub(report: LintReport, format: LintFormat): Promise<LintReport> {
  const workspace = process.env["GITHUB_WORKSPACE"];
  if (!workspace || (format !== "github" && format !== "sarif")) return report;
  const { workspaceReport } = await import("./workspace-report.ts");
  return workspaceReport(report, workspace);
}

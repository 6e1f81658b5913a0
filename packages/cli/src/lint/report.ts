import { type Diagnostic } from "@traffic-policy/policy-language";
import { countSeverities, printable, counted } from "@traffic-policy/policy-language/internal";
import {
  alikeFindings,
  fixedText,
  type LintReport,
  type ReportFormat,
  type ShownFindings,
  timesText,
} from "@traffic-policy/report";
import { type LintRule } from "@traffic-policy/policy-lint";
import { knownRules } from "@traffic-policy/policy-lint/internal";
import { placeText } from "@traffic-policy/project";
import { formats } from "@traffic-policy/report/formats";
import {
  type Context,
  CommandError,
  exitStatus,
  type ExitStatus,
  type Terminal,
  toErr,
} from "../context.ts";
import { customRules } from "../configuration/project.ts";
import type { Claims } from "./claimed-policy.ts";
import { claimsToShow, shownByExchanges } from "./claims.ts";
import { printError } from "../report/error.ts";
import type { LintFirstOptions } from "../program/options.ts";
import { printReport } from "../report/print-report.ts";
import { reportedRule } from "./reported-rule.ts";
import type { LintedPart } from "./linted-part.ts";

interface Options extends ShownFindings {
  /** Shows errors only. */
  readonly quiet?: true;
  readonly format: keyof typeof formats;
  readonly customRules: ReadonlyMap<string, LintRule> | undefined;
  readonly claims?: Claims;
}

/**
 * Checks that a format can limit the number of findings: a program would take the others for fixed.
 *
 * @throws CommandError when it cannot, but should
 */
export async function checkMaxDiagnostics(
  options: Pick<Options, "format" | "maxDiagnostics">,
): Promise<void> {
  if (options.maxDiagnostics === undefined) return;
  const { traits }: ReportFormat = await formats[options.format]();
  if (traits?.takesMaxDiagnostics === true) return;
  throw new CommandError(
    `--max-diagnostics and --format ${options.format} cannot be used together: the format always has all findings.`,
    { help: "Remove --max-diagnostics." },
  );
}

export async function printLintReport(
  whole: LintReport,
  options: Options,
  context: Context,
): Promise<void> {
  const { format, maxDiagnostics, claims = new Map() } = options;
  const report = options.quiet === true ? errorsOnly(whole) : whole;
  const { files, terminal } = context;
  for (const { file, message, help, position, end } of report.failures) {
    const range = position && end && { file, start: position, end };
    printError(new CommandError(message, { help, range }), { files, terminal });
  }
  const { traits = {} }: ReportFormat = await formats[format]();
  const { fixes } = report;
  if (fixes !== undefined && fixes.fixed > 0 && traits.reportsFixes !== true) {
    terminal.err(`${fixedText(fixes)}\n`);
  }
  const rules = knownRules({ rules: options.customRules });
  const view = {
    ruleOf: (name: string) => reportedRule(name, rules.get(name)),
    all: options.all === true,
    maxDiagnostics,
  };
  const { diagnostics } = report;
  const printed = traits.printsExchangesOf?.(report, view) ?? diagnostics;
  const asked = claimsToShow(printed, claims);
  const shown = await shownByExchanges(diagnostics, asked, { claims, files });
  await printReport({ ...report, command: "lint", diagnostics: shown }, format, context, view);
}

function errorsOnly(report: LintReport): LintReport {
  const diagnostics = report.diagnostics.filter(({ severity }) => severity === "error");
  return { ...report, diagnostics };
}

/**
 * Returns the exit status of a report. Errors count as findings, and so do warnings beyond `--max-warnings`; a file
 * that could not be linted is a failure.
 */
export function lintStatus(
  { diagnostics, failures }: LintReport,
  { maxWarnings = Infinity }: Pick<LintFirstOptions, "maxWarnings">,
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
 * Prints lint findings, and returns the exit status when they stop everything. If they do, prints all findings with
 * their source lines; otherwise prints each warning on a line.
 */
export async function stoppedByLint(
  { report, configuration }: LintedPart,
  options: Pick<LintFirstOptions, "maxWarnings">,
  context: Context,
): Promise<ExitStatus | undefined> {
  if (report === undefined) return undefined;
  const { status, reason } = lintStatus(report, options);
  if (status === exitStatus.ok) {
    printWarnings(report, context.terminal);
    return undefined;
  }
  await printLintReport(
    report,
    { format: "pretty", customRules: customRules(configuration) },
    toErr(context),
  );
  if (reason !== undefined) printError(reason, context);
  return status;
}

/** The lint findings for machine-readable output: everything but infos; undefined when empty. */
export function lintFindings({
  report,
}: Pick<LintedPart, "report">): readonly Diagnostic[] | undefined {
  const shown = report?.diagnostics.filter(({ severity }) => severity !== "info");
  return shown?.length === 0 ? undefined : shown;
}

const mostListed = 20;

export function printWarnings(
  { diagnostics }: Pick<LintReport, "diagnostics">,
  { err, errStyle }: Terminal,
): void {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  if (warnings.length === 0) return;
  const label = errStyle.yellow(errStyle.bold("warning:"));
  const shown = alikeFindings(warnings).slice(0, mostListed);
  for (const alike of shown) {
    const [{ message, rule, location, path }] = alike;
    const place = location === undefined ? path : placeText(location.file, location.start);
    err(`${label} ${printable(`${place}: ${message}`)} ${errStyle.dim(rule)}${timesText(alike)}\n`);
  }
  const count = counted(warnings.length, "warning");
  const listed = shown.flat().length;
  const more = listed < warnings.length ? `, of which ${listed} are shown` : "";
  err(`${count}${more}. Run \`traffic-policy lint\` for details.\n`);
}

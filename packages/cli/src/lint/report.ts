import { countSeverities, printable, type Diagnostic } from "@traffic-policy/policy-language";
import {
  alikeFindings,
  fixedText,
  notCheckedText,
  type LintReport,
  type ReportFormat,
  type ShownFindings,
  timesText,
} from "@traffic-policy/report";
import { knownRules, type LintRule } from "@traffic-policy/policy-lint";
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
import { printReport } from "../report/print-report.ts";
import { counted } from "../report/text.ts";
import { reportedRule } from "./reported-rule.ts";
import type { LintedPart } from "./linted-part.ts";

interface Options extends ShownFindings {
  readonly format: keyof typeof formats;
  /** The rules of the configuration's own. */
  readonly customRules: ReadonlyMap<string, LintRule> | undefined;
  /** The findings that exchanges could show; none, by default. */
  readonly claims?: Claims;
}

/**
 * Checks whether a format can show some of the findings only: a program would take the rest for corrected.
 *
 * @throws CommandError when it cannot, and is to
 */
export async function checkMaxDiagnostics({
  format,
  maxDiagnostics,
}: ShownFindings & Pick<Options, "format">): Promise<void> {
  if (maxDiagnostics === undefined) return;
  const { traits }: ReportFormat = await formats[format]();
  if (traits?.takesMaxDiagnostics === true) return;
  throw new CommandError(
    `--max-diagnostics and --format ${format} cannot be used together: the format always has all findings.`,
    { help: "Remove --max-diagnostics." },
  );
}

/** Prints findings as results, and files that could not be linted as errors. */
export async function printLintReport(
  report: LintReport,
  { format, customRules: own, all, maxDiagnostics, claims = new Map() }: Options,
  context: Context,
): Promise<void> {
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
  if (traits.reportsNotChecked !== true) {
    for (const text of notCheckedText(report)) terminal.err(`${text}\n`);
  }
  const rules = knownRules({ rules: own });
  const view = {
    ruleOf: (name: string) => reportedRule(name, rules.get(name)),
    all: all === true,
    maxDiagnostics,
  };
  const { diagnostics } = report;
  const printed = traits.printsExchangesOf?.(report, view) ?? diagnostics;
  const asked = claimsToShow(printed, claims);
  const shown = await shownByExchanges(diagnostics, asked, { claims, files });
  await printReport({ ...report, command: "lint", diagnostics: shown }, format, context, view);
}

/**
 * What a report comes to: errors are findings that count, and warnings when there are more than
 * `--max-warnings` allows; a file that could not be linted is a failure.
 *
 * @param maxWarnings - any number of them, by default
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
 * Tells what lint found, and the exit status when that stops everything: all of it with the lines it
 * is about then, and otherwise the warnings, a line each.
 */
export async function stoppedByLint(
  { report, configuration }: LintedPart,
  { maxWarnings }: { readonly maxWarnings?: number | undefined },
  context: Context,
): Promise<ExitStatus | undefined> {
  if (report === undefined) return undefined;
  const { status, reason } = lintStatus(report, maxWarnings);
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

/** What outputs for other programs tell of lint: all but infos; nothing when there is none. */
export function lintFindings({
  report,
}: Pick<LintedPart, "report">): readonly Diagnostic[] | undefined {
  const shown = report?.diagnostics.filter(({ severity }) => severity !== "info");
  return shown?.length === 0 ? undefined : shown;
}

/** More lines of warnings than these are not shown. */
const mostListed = 20;

/**
 * Prints the warnings of lint to stderr, a line each, for commands that they do not stop; those of many
 * places that say the same in one line.
 */
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

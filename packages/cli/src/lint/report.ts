import { placeText } from "@traffic-policy/policy-module";
import {
  type Diagnostic,
  type SourceRange,
  countSeverities,
  printable,
} from "@traffic-policy/policy-language";
import {
  alikeFindings,
  fixedText,
  notCheckedText,
  type LintReport,
  type ReportContext,
  type ReportFormat,
  timesText,
} from "@traffic-policy/report";
import { knownRules } from "@traffic-policy/policy-lint";
import { formats } from "@traffic-policy/report/formats";
import {
  type Context,
  CommandError,
  exitStatus,
  type ExitStatus,
  type Terminal,
  toErr,
} from "../context.ts";
import { customRules } from "../configuration/load-configuration.ts";
import type { LoadedConfiguration } from "../configuration/loaded-configuration.ts";
import type { Claims } from "./claimed-policy.ts";
import { claimsToShow, shownByExchanges } from "./claims.ts";
import { version } from "../version.ts";
import { printError, sourceTexts } from "../report/error.ts";
import { counted } from "../report/text.ts";
import { reportedRule } from "./reported-rule.ts";
import type { LintedPart } from "./linted-part.ts";
import { workspaceNames } from "../report/workspace-names.ts";

/** Which findings are shown, of very many. */
export interface ShownFindings {
  /** Whether those that say the same are shown one by one. */
  readonly all?: true;
  /** How many are shown. */
  readonly maxDiagnostics?: number;
}

interface Options extends ShownFindings {
  readonly format: keyof typeof formats;
  readonly configuration: Pick<LoadedConfiguration, "lint"> | undefined;
  /** The findings that exchanges could show; none, by default. */
  readonly claims?: Claims;
}

/**
 * Whether a format can show some of the findings only: a program would take the rest for corrected.
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
  { format, configuration, all, maxDiagnostics, claims = new Map() }: Options,
  { env, files, terminal }: Context,
): Promise<void> {
  for (const { file, message, help, position, end } of report.failures) {
    const range = position && end && { file, start: position, end };
    printError(new CommandError(message, { help, range }), { files, terminal });
  }
  const { default: reporter, traits = {} }: ReportFormat = await formats[format]();
  const { fixes } = report;
  if (fixes !== undefined && fixes.fixed > 0 && traits.reportsFixes !== true) {
    terminal.err(`${fixedText(fixes)}\n`);
  }
  if (traits.reportsNotChecked !== true) {
    for (const text of notCheckedText(report)) terminal.err(`${text}\n`);
  }
  const rules = knownRules({ rules: customRules(configuration) });
  const context: ReportContext = {
    style: terminal.style,
    sourceOf: sourceTexts(files),
    ruleOf: (name) => reportedRule(name, rules.get(name)),
    all: all === true,
    maxDiagnostics,
    // Most formats do not ask.
    get version() {
      return version();
    },
  };
  const printed = traits.printsExchangesOf?.(report, context) ?? report.diagnostics;
  const asked = claimsToShow(printed, claims);
  const diagnostics = await shownByExchanges(report.diagnostics, asked, { claims, files });
  const shown = { ...report, diagnostics };
  const nameOf = traits.forGitHub && workspaceNames(env, files);
  const text = reporter(nameOf ? renamedReport(shown, nameOf) : shown, context);
  terminal.out(text, { hasCommands: traits.hasCommands === true });
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

/** The same report with other names of files. */
function renamedReport(report: LintReport, nameOf: (file: string) => string): LintReport {
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
    ...(report.notChecked && {
      notChecked: report.notChecked.map((one) => ({ ...one, file: nameOf(one.file) })),
    }),
    failures: report.failures.map((failure) => ({ ...failure, file: nameOf(failure.file) })),
  };
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
  await printLintReport(report, { format: "pretty", configuration }, toErr(context));
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

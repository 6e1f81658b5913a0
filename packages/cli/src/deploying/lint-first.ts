import { type Context, exitStatus, type ExitStatus, type Terminal, toErr } from "../context.ts";
import type { Diagnostic } from "@traffic-policy/policy-language";
import type { LintReport } from "@traffic-policy/policy-lint";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { counted } from "../report/text.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { LocalPolicies } from "../policy-file/load-local-policies.ts";
import { printError } from "../report/error.ts";
import { lintStatus, printLintReport } from "../report/lint.ts";
import { placeText } from "@traffic-policy/policy-module";

type Linted = Pick<LocalPolicies, "report">;

/**
 * Tells what lint found, and the exit status when that stops everything: all of it with the lines it
 * is about then, and otherwise the warnings, a line each.
 */
export async function stoppedByLint(
  { report }: Linted,
  {
    configuration,
    maxWarnings,
  }: {
    readonly configuration: LoadedConfiguration | undefined;
    readonly maxWarnings?: number | undefined;
  },
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
export function lintFindings({ report }: Linted): readonly Diagnostic[] | undefined {
  const told = report?.diagnostics.filter(({ severity }) => severity !== "info");
  return told?.length === 0 ? undefined : told;
}

/** More warnings than these are told as a number. */
const mostListed = 20;

/** Prints the warnings of lint to stderr, a line each, for commands that they do not stop. */
export function printWarnings({ diagnostics }: LintReport, { err, errStyle }: Terminal): void {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  if (warnings.length === 0) return;
  const label = errStyle.yellow(errStyle.bold("warning:"));
  for (const { message, rule, location, path } of warnings.slice(0, mostListed)) {
    const place = location === undefined ? path : placeText(location.file, location.start);
    err(`${label} ${printable(`${place}: ${message}`)} ${errStyle.dim(rule)}\n`);
  }
  const count = counted(warnings.length, "warning");
  const more = warnings.length > mostListed ? `, of which ${mostListed} are shown` : "";
  err(`${count}${more}. Run \`traffic-policy lint\` for details.\n`);
}

import type { Diagnostic } from "@traffic-policy/policy-language";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { LocalPolicies } from "../policy-file/load-local-policies.ts";
import { printError } from "../report/error.ts";
import { lintStatus, printLintReport } from "../report/lint.ts";
import { printWarnings } from "../report/warnings.ts";
import { toErr, type Terminal } from "../terminal.ts";

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
  terminal: Terminal,
): Promise<ExitStatus | undefined> {
  if (report === undefined) return undefined;
  const { status, reason } = lintStatus(report, maxWarnings);
  if (status === exitStatus.ok) {
    printWarnings(report, terminal);
    return undefined;
  }
  await printLintReport(report, { format: "pretty", configuration }, toErr(terminal));
  if (reason !== undefined) printError(reason, terminal);
  return status;
}

/** What outputs for other programs tell of lint: all but infos; nothing when there is none. */
export function lintFindings({ report }: Linted): readonly Diagnostic[] | undefined {
  const told = report?.diagnostics.filter(({ severity }) => severity !== "info");
  return told?.length === 0 ? undefined : told;
}

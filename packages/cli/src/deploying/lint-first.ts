import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { LocalPolicies } from "../policy-file/load-local-policies.ts";
import { lintStatus, printLintReport } from "../report/lint.ts";
import { toErr, type Terminal } from "../terminal.ts";

/** Tells what lint found, and the exit status when that stops everything. */
export async function stoppedByLint(
  { report }: LocalPolicies,
  configuration: LoadedConfiguration,
  terminal: Terminal,
): Promise<ExitStatus | undefined> {
  if (report === undefined) return undefined;
  const status = report.failures.length > 0 ? exitStatus.failure : lintStatus(report);
  if (report.diagnostics.length > 0 || status !== exitStatus.ok) {
    await printLintReport(report, { format: "pretty", configuration }, toErr(terminal));
  }
  return status === exitStatus.ok ? undefined : status;
}

import { resolve } from "node:path";
import { loadConfiguration, loadConfigurationIfAny } from "../configuration/load-configuration.ts";
import { selectTargets } from "../configuration/select-targets.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { lintFiles } from "../lint-files.ts";
import type { Format } from "../options.ts";
import { lintStatus, printLintReport } from "../report/lint.ts";
import type { Terminal } from "../terminal.ts";

/** `traffic-policy lint [file...]` */
export async function lint(
  files: readonly string[],
  { format }: { format: Format },
  terminal: Terminal,
): Promise<ExitStatus> {
  const configuration =
    files.length === 0 ? await loadConfiguration() : await loadConfigurationIfAny();
  const chosen =
    files.length === 0 && configuration !== undefined
      ? selectTargets(configuration).map(({ policyFile }) => policyFile)
      : files.map((file) => resolve(file));
  const { report } = await lintFiles(chosen, configuration);
  printLintReport(report, format, terminal);
  return report.failures.length > 0 ? exitStatus.failure : lintStatus(report);
}

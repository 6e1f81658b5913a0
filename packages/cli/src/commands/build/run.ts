import { resolve } from "node:path";
import { writeBuild } from "./write-build.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { namedTargets, selectTargets } from "../../configuration/select-targets.ts";
import { lintFindings, stoppedByLint } from "../../deploying/lint-first.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { BuildOptions } from "./command.ts";
import { loadLocalPolicies } from "../../policy-file/load-local-policies.ts";
import { printBuild } from "./report.ts";
import type { Terminal } from "../../terminal.ts";
import { refuseAfterFailure } from "../../user-code/refuse-after-failure.ts";

/** `traffic-policy build`: writes the JSON that deploy would push. */
export default async function build(
  options: BuildOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const targets = selectTargets(configuration, options);
  const local = await loadLocalPolicies(targets, { configuration, lint: options.lint });
  const { maxWarnings } = options;
  const stopped = await stoppedByLint(local, { configuration, maxWarnings }, terminal);
  if (stopped !== undefined) {
    terminal.err("Nothing was written: a policy did not pass lint.\n");
    return stopped;
  }
  await refuseAfterFailure("Nothing was written");
  const names = namedTargets(configuration).map(({ name }) => name);
  const built = await writeBuild(local.wanted(), { folder: resolve(options.out), names });
  printBuild(built, { format: options.format, diagnostics: lintFindings(local) }, terminal);
  return exitStatus.ok;
}

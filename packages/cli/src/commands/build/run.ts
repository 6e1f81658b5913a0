import { refuseAfterFailure } from "@traffic-policy/policy-module";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { writeBuild } from "./write-build.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { namedTargets, selectTargets } from "../../configuration/select-targets.ts";
import { lintFindings, stoppedByLint } from "../../report/lint.ts";
import type { BuildOptions } from "./command.ts";
import { loadLocalPolicies } from "../../policy-file/load-local-policies.ts";
import { printBuild } from "./report.ts";

/** `traffic-policy build`: writes the JSON that deploy would push. */
export default async function build(options: BuildOptions, context: Context): Promise<ExitStatus> {
  const configuration = await loadConfiguration(context.files);
  const targets = selectTargets(configuration, options);
  const local = await loadLocalPolicies(targets, { configuration, lint: options.lint }, context);
  const { maxWarnings } = options;
  const stopped = await stoppedByLint(local, { configuration, maxWarnings }, context);
  if (stopped !== undefined) {
    context.terminal.err("Nothing was written: a policy did not pass lint.\n");
    return stopped;
  }
  await refuseAfterFailure("Nothing was written");
  const names = namedTargets(configuration).map(({ name }) => name);
  const built = await writeBuild(local.wanted(), {
    folder: context.files.resolve(options.out),
    names,
    files: context.files,
  });
  printBuild(built, { format: options.format, diagnostics: lintFindings(local) }, context);
  return exitStatus.ok;
}

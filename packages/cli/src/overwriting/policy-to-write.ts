import type { Context } from "../context.ts";
import type { Target } from "@traffic-policy/api";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { stoppedByLint } from "../deploying/lint-first.ts";
import type { ExitStatus } from "../exit-status.ts";
import type { LintFirstOptions } from "../program/options.ts";
import { loadLocalPolicies } from "../policy-file/load-local-policies.ts";

/**
 * The policy of a file as the service takes it, linted as what the place shall hold.
 *
 * @param target - a TCP edge that is still to be created has no identifier
 * @returns the exit status when lint stops it, which is told
 * @throws CommandError when the file does not hold a policy, or one for another protocol
 */
export async function policyToWrite(
  file: string,
  target: Target,
  {
    configuration,
    options: { lint, maxWarnings },
    context,
  }: {
    readonly configuration: LoadedConfiguration | undefined;
    readonly options: LintFirstOptions;
    readonly context: Context;
  },
): Promise<{ readonly value: string } | { readonly stopped: ExitStatus }> {
  const local = { target, policyFile: context.files.resolve(file), enabled: true };
  const policies = await loadLocalPolicies([local], { configuration, lint }, context);
  const stopped = await stoppedByLint(policies, { configuration, maxWarnings }, context);
  if (stopped !== undefined) {
    context.terminal.err("Nothing was written: the policy did not pass lint.\n");
    return { stopped };
  }
  const [wanted] = policies.wanted();
  return { value: wanted?.local?.value ?? "" };
}

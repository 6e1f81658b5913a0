import type { Files, LoadedConfiguration } from "@traffic-policy/project";
import { assertions, cases, isOfKind, policyFilesOf } from "@traffic-policy/project/checks";
import { splitPolicyPath } from "@traffic-policy/policy-language/internal";
import { namedTargets } from "@traffic-policy/project/selection";
import { namedPolicyFile } from "../checks/load-file.ts";

/**
 * The policy files that cases, assertions or a configuration refer to; without a name, those next to the document, or
 * of all targets.
 *
 * @param file - absolute path
 */
export function policyFilesMeant(
  file: string,
  named: string | undefined,
  environments: readonly LoadedConfiguration[],
  files: Files,
): string[] {
  const kind = [cases, assertions].find((one) => isOfKind(file, one));
  if (named === undefined && kind !== undefined) return policyFilesOf(file, kind, files);
  const { file: path = "" } = named === undefined ? {} : splitPolicyPath(named);
  if (/\.\w+$/.test(path)) return [namedPolicyFile(file, path)];
  const targets = environments.flatMap((one) => namedTargets(one));
  const meant = targets.filter(({ name }) => named === undefined || name === named);
  return [...new Set(meant.map(({ policyFile }) => policyFile))];
}

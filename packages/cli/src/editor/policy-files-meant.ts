import type { Files, LoadedConfiguration } from "@traffic-policy/project";
import { assertions, cases, isOfKind, policyFilesOf } from "@traffic-policy/project/checks";
import { namedTargets } from "@traffic-policy/project/selection";
import { namedPolicyFile } from "../checks/load-file.ts";

/** A document that is about policies. */
interface AboutPolicies {
  /** Absolute path. */
  readonly file: string;
  /** The file or target that it names. */
  readonly named: string | undefined;
  /** Its configuration for each environment. */
  readonly environments: readonly LoadedConfiguration[];
}

/**
 * The files of the policies that cases or assertions are about, or that a configuration names; without a name, those
 * beside it or of all targets.
 */
export function policyFilesMeant(
  { file, named, environments }: AboutPolicies,
  files: Files,
): string[] {
  const kind = [cases, assertions].find((one) => isOfKind(file, one));
  if (named === undefined && kind !== undefined) return policyFilesOf(file, kind, files);
  if (named !== undefined && /\.\w+$/.test(named)) return [namedPolicyFile(file, named)];
  const targets = environments.flatMap((one) => namedTargets(one));
  const meant = targets.filter(({ name }) => named === undefined || name === named);
  return [...new Set(meant.map(({ policyFile }) => policyFile))];
}

import { listed, didYouMean } from "@traffic-policy/policy-language/internal";
import type { ProjectTarget } from "../configuration/environments.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import { canHoldPolicy } from "../policies/load-policy.ts";
import { policyPath } from "../policies/policy-path.ts";
import { isGlob } from "../files/is-glob.ts";
import type { Configurations } from "./configurations.ts";
import { labelOf, namedTargets, type NamedTarget } from "./select-targets.ts";

/**
 * Resolves command-line names to paths: files, folders and globs stand for themselves, and a target name for the file
 * of its policy. A configuration is loaded only when a name may be that of a target.
 *
 * @throws ExplainedError for a name that is none of these, or an invalid configuration
 */
export async function namedPaths(
  names: readonly string[],
  configurations: Configurations,
  files: Files,
): Promise<string[]> {
  if (names.every((name) => isPath(name, files))) return [...names];
  const targets = await targetsOf(configurations);
  return names.flatMap((name) => pathsOfName(name, targets, files));
}

async function targetsOf(configurations: Configurations): Promise<NamedTarget<ProjectTarget>[]> {
  const { configurations: own } = await configurations.workspace();
  return own.flatMap((one) => namedTargets(one));
}

/** Resolves a name to itself, or to the files of the targets with that name; see {@link namedPaths}. */
export function pathsOfName(
  name: string,
  targets: readonly NamedTarget<ProjectTarget>[],
  files: Files,
): readonly string[] {
  if (isPath(name, files)) return [name];
  const found = targets.filter(({ key, configuration }) =>
    [key, labelOf(key, files.nameOf(configuration.folder))].includes(name),
  );
  if (found.length > 0) return [...new Set(found.map(({ policyFile }) => policyFile))];
  // That it is missing is reported when it is read.
  if (canHoldPolicy(policyPath(name, files).file)) return [name];
  const known = [...new Set(targets.map(({ key }) => key))];
  throw new ExplainedError(`There is no file, folder or target "${name}".`, {
    help:
      didYouMean(name, known) ??
      (known.length === 0
        ? "Name a policy file; there are no targets."
        : `The targets are: ${listed(known)}.`),
  });
}

function isPath(name: string, files: Files): boolean {
  const { file } = policyPath(name, files);
  return isGlob(name) || files.statIfAny(files.resolve(file)) !== undefined;
}

import type { Files } from "@traffic-policy/policy-module";
import type { Changes } from "../changed/changes.ts";
import type { Configurations, Homes } from "../configuration/configurations.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets, noTargets } from "../configuration/select-targets.ts";
import { toFailure } from "./lint-files.ts";
import { selectFiles, type SelectedFiles } from "./select-files.ts";

/**
 * The policies that arguments name; those of all targets, when there are none.
 *
 * @throws CommandError when there are neither arguments nor targets
 */
export async function policiesToRead(
  paths: readonly string[],
  { environments, failures }: Homes,
  files: Files,
): Promise<SelectedFiles> {
  const ofTargets = policyFiles(environments);
  if (paths.length > 0) return selectFiles(paths, ofTargets, files);
  // What is wrong with a project is reported instead.
  if (ofTargets.length === 0 && failures.length === 0) throw noTargets();
  return { files: ofTargets, failures: [] };
}

/** The files that targets hold the policies of. */
function policyFiles(environments: readonly LoadedConfiguration[]): string[] {
  return environments.flatMap((one) => namedTargets(one).map(({ policyFile }) => policyFile));
}

/** The policies that changes reach. */
export async function policiesReached(
  changes: Changes,
  { environments, folder }: Homes,
  configurations: Configurations,
  provider: Files,
): Promise<SelectedFiles> {
  const [{ filesIn }, { onlyStaged, reachedPolicies }] = await Promise.all([
    import("./expand-paths.ts"),
    import("../changed/reached-policies.ts"),
  ]);
  const { files, failures } = filesIn(folder, "policy", provider);
  const policies = new Set([
    ...files,
    ...onlyStaged(changes, { folder, what: "policy" }, provider),
    ...policyFiles(environments),
  ]);
  const reached: string[] = [];
  for (const [file, group] of configurations.grouped(policies)) {
    // One that cannot be loaded is reported when its files are read.
    const own = await configurations.environmentsOf(file).catch(() => undefined);
    const found = own && (await reachedPolicies(changes, group, own, provider));
    reached.push(...(found ?? group));
  }
  return {
    files: reached,
    failures: failures.map(({ file, error }) => toFailure(file, error, provider)),
  };
}

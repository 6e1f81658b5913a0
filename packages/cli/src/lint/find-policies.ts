import { basename, sep } from "node:path";
import type { NotChecked } from "@traffic-policy/policy-lint";
import { configurationNames, holdsPolicy, isManifest } from "@traffic-policy/policy-module";
import type { Changes } from "../changed/changes.ts";
import type { Configurations, Homes } from "../configuration/configurations.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { CommandError, type Context } from "../context.ts";
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
  context: Pick<Context, "files" | "env">,
): Promise<SelectedFiles> {
  const targets = environments.flatMap((one) => namedTargets(one));
  if (paths.length > 0) return selectFiles(paths, targets, context);
  const ofTargets = targets.map(({ policyFile }) => policyFile);
  // What is wrong with a project is reported instead.
  if (ofTargets.length === 0 && failures.length === 0) throw noTargets();
  return { files: ofTargets, failures: [] };
}

/** The policy files in the folder of the projects that none of their targets uses, without those to be ignored. */
export async function usedByNoTarget(
  { environments, folder }: Homes,
  configurations: Configurations,
  context: Pick<Context, "files" | "env">,
): Promise<NotChecked[]> {
  const [{ policyFilesIn }, { fileRules }] = await Promise.all([
    import("./expand-paths.ts"),
    import("@traffic-policy/policy-lint/configuration"),
  ]);
  const used = new Set(policyFiles(environments));
  const { files } = await policyFilesIn(folder, context);
  const left: string[] = [];
  for (const [file, group] of configurations.grouped(files.filter((one) => !used.has(one)))) {
    const own = environments.find((one) => one.file === file);
    // Those of another project are for its targets.
    if (own === undefined) continue;
    const rulesOf = await fileRules(own.lint ?? {}, undefined, {});
    left.push(...group.filter((one) => !rulesOf(own.nameOf(one)).isIgnored));
  }
  return left.map((file) => ({ file: context.files.nameOf(file), reason: "used by no target" }));
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
  context: Pick<Context, "files" | "env">,
): Promise<SelectedFiles> {
  const provider = context.files;
  const [{ filesIn, policyFilesIn }, { onlyStaged, reachedPolicies }] = await Promise.all([
    import("./expand-paths.ts"),
    import("../changed/reached-policies.ts"),
  ]);
  // Only a configuration is about files that did not change, whose names say nothing: thousands are not read for less.
  const { files, failures } = [...changes.files].some(mayBeConfiguration)
    ? await policyFilesIn(folder, context)
    : filesIn(folder, "policy", provider);
  const policies = new Set([
    ...files,
    ...onlyStaged(changes, { folder, what: "policy" }, provider),
    ...(await changedPolicies(changes, folder, context)),
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

function mayBeConfiguration(file: string): boolean {
  return isManifest(file) || configurationNames.includes(basename(file));
}

/** Files that changed and hold a policy, whatever they are called. */
async function changedPolicies(
  { files, named }: Changes,
  folder: string,
  context: Pick<Context, "files" | "env">,
): Promise<string[]> {
  const found: string[] = [];
  const changed = named ?? [...files].filter((file) => file.startsWith(folder + sep));
  for (const file of changed) {
    if (isFolder(file, context)) {
      const { policyFilesIn } = await import("./expand-paths.ts");
      found.push(...(await policyFilesIn(file, context)).files);
    } else if (await holdsPolicy(file, context.files)) found.push(file);
  }
  return found;
}

function isFolder(path: string, { files }: Pick<Context, "files">): boolean {
  try {
    return files.statIfAny(path)?.isDirectory() === true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

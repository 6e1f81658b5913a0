import { basename } from "node:path";
import { fileRules } from "@traffic-policy/policy-lint/configuration";
import { configurationNames, isManifest, lookForPolicy, type Files } from "@traffic-policy/project";
import type { Changes } from "../changed/changes.ts";
import type { Configurations, Workspace } from "../configuration/configurations.ts";
import type { LoadedConfiguration } from "../configuration/loaded-configuration.ts";
import { CommandError, type Context } from "../context.ts";
import { namedTargets, noTargets } from "../configuration/select-targets.ts";
import { isFolder } from "../is-folder.ts";
import { isIn } from "../link-out.ts";
import { toFailure } from "./lint-files.ts";
import type { FoundPolicies, PathFailure, UnreadFile } from "./expand-paths.ts";
import { selectFiles, type SelectedFiles } from "./select-files.ts";

/**
 * The policies that arguments name; those of all targets, when there are none.
 *
 * @throws CommandError when there are neither arguments nor targets
 */
export async function policiesToRead(
  paths: readonly string[],
  { environments, broken }: Workspace,
  context: Pick<Context, "files" | "env">,
): Promise<SelectedFiles> {
  const targets = environments.flatMap((one) => namedTargets(one));
  if (paths.length > 0) return selectFiles(paths, targets, context);
  const ofTargets = targets.map(({ policyFile }) => policyFile);
  // What is wrong with a project is reported instead.
  if (ofTargets.length === 0 && broken.length === 0) throw noTargets();
  return { files: ofTargets, failures: [], unnamed: new Set(ofTargets) };
}

/** The files with a policy in the folder of the projects that none of their targets uses or that are not read. */
export async function usedByNoTarget(
  { environments, folder }: Workspace,
  configurations: Configurations,
  context: Pick<Context, "files" | "env">,
): Promise<UnreadFile[]> {
  const { policyFilesIn } = await import("./expand-paths.ts");
  const used = new Set(policyFiles(environments));
  const { files, unread } = await policyFilesIn(folder, context);
  const reasons = new Map([
    ...files.map((file): [string, string] => [file, "used by no target"]),
    ...unread.map(({ file, reason }): [string, string] => [file, reason]),
  ]);
  const left = [...reasons.keys()].filter((file) => !used.has(file));
  const own = [...configurations.grouped(left)].flatMap(([file, group]) =>
    // Those of another project are for its targets.
    environments.some((one) => one.file === file) ? group : [],
  );
  return own.map((file) => ({ file, reason: reasons.get(file) ?? "" }));
}

/** Those of some files that `lint.ignore` of their configuration leaves out. */
export async function ignoredAmong(
  files: readonly string[],
  configurations: Configurations,
): Promise<ReadonlySet<string>> {
  const ignored = new Set<string>();
  for (const [file, group] of configurations.grouped(files)) {
    // One that cannot be loaded is reported when its files are read.
    const [own] = await configurations.environmentsOf(file || undefined).catch(() => []);
    if (own?.lint?.ignore === undefined) continue;
    const rulesOf = await fileRules(own.lint, undefined, {});
    for (const one of group) if (rulesOf(own.nameOf(one)).isIgnored) ignored.add(one);
  }
  return ignored;
}

/** The files that targets hold the policies of. */
function policyFiles(environments: readonly LoadedConfiguration[]): string[] {
  return environments.flatMap((one) => namedTargets(one).map(({ policyFile }) => policyFile));
}

/** The policies that changes reach. */
export async function policiesReached(
  changes: Changes,
  { environments, folder }: Workspace,
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
  const changed = await changedPolicies(changes, folder, context);
  const policies = new Set([
    ...files,
    ...onlyStaged(changes, { folder, what: "policy" }, provider),
    ...changed.files,
    ...policyFiles(environments),
  ]);
  const reached: string[] = [];
  for (const [file, group] of configurations.grouped(policies)) {
    // One that cannot be loaded is reported when its files are read.
    const own = await configurations.environmentsOf(file).catch(() => undefined);
    const found = own && (await reachedPolicies(changes, group, own, provider));
    reached.push(...(found ?? group));
  }
  const missing = await missingAmong(changes, provider);
  return {
    files: reached,
    failures: [...failures, ...missing].map(({ file, error }) => toFailure(file, error, provider)),
    unread: changed.unread,
  };
}

function mayBeConfiguration(file: string): boolean {
  return isManifest(file) || configurationNames.includes(basename(file));
}

/** Files that changed and hold a policy, whatever they are called, and those with one that is not read. */
async function changedPolicies(
  { files, named }: Changes,
  folder: string,
  context: Pick<Context, "files" | "env">,
): Promise<Pick<FoundPolicies, "files" | "unread">> {
  const found: string[] = [];
  const unread: UnreadFile[] = [];
  // Of a folder that is new, git names none of what is in it.
  const isNew = [...files].some((file) => isIn(file, folder));
  const changed = named ?? (isNew ? [folder] : [...files].filter((file) => isIn(folder, file)));
  for (const file of changed) {
    if (isFolder(file)) {
      const { policyFilesIn } = await import("./expand-paths.ts");
      const inside = await policyFilesIn(file, context);
      found.push(...inside.files);
      unread.push(...inside.unread);
      continue;
    }
    const holds = await lookForPolicy(file, context.files);
    if (holds === "policy") found.push(file);
    else if (holds !== undefined) unread.push({ file, reason: holds.reason });
  }
  return { files: found, unread };
}

/** Files that are named as changed, and are neither there nor known to git. */
async function missingAmong(
  { named = [], before }: Changes,
  files: Files,
): Promise<readonly PathFailure[]> {
  const missing: PathFailure[] = [];
  for (const file of named) {
    if (files.exists(file) || (await before(file)) !== undefined) continue;
    const message = `${files.nameOf(file)}: There is no such file.`;
    missing.push({ file, error: new CommandError(message) });
  }
  return missing;
}

import { basename } from "node:path";
import { ExplainedError, type Files } from "../files/files.ts";
import type { ProjectContext } from "../context.ts";
import { configurationNames, isManifest } from "../configuration/find-configuration.ts";
import { canHoldPolicy, isCode } from "../policies/load-policy.ts";
import { lookForPolicy } from "../policies/holds-policy.ts";
import type { FileChanges } from "../changed/file-changes.ts";
import type { Configurations, Workspace } from "./configurations.ts";
import { namedTargets } from "./select-targets.ts";
import { isFolder } from "../files/is-folder.ts";
import { isIn } from "../files/link-out.ts";
import type { FoundPolicies, PathFailure, UnreadFile } from "./find-files.ts";
import type { SelectedPolicies } from "./named-files.ts";

export async function changedFiles(
  changes: FileChanges,
  { configurations: environments, folder, broken }: Workspace,
  configurations: Configurations,
  context: Pick<ProjectContext, "files" | "env">,
): Promise<SelectedPolicies> {
  const provider = context.files;
  const [{ filesIn, policyFilesIn }, { onlyStaged, reachedPolicies }, { namingConfigurations }] =
    await Promise.all([
      import("./find-files.ts"),
      import("../changed/reached-policies.ts"),
      import("../changed/naming-configurations.ts"),
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
    ...environments.flatMap((one) => namedTargets(one).map(({ policyFile }) => policyFile)),
  ]);
  const reached: string[] = [];
  for (const [file, group] of configurations.grouped(policies)) {
    // One that cannot be loaded is reported when its files are read.
    const own = await configurations.environmentsOf(file).catch(() => undefined);
    const found = own && (await reachedPolicies(changes, group, own, provider));
    reached.push(...(found ?? group));
  }
  const naming = await namingConfigurations(changes, folder, context);
  const missing = await missingAmong(changes, provider);
  const all = { files: [...new Set([...reached, ...naming])], failures: [...failures, ...missing] };
  const isInVain = all.files.length + all.failures.length === 0;
  const unread = [...changed.unread, ...(isInVain ? changedInVain(changes, provider) : [])];
  return { ...all, unread, unnamed: new Set(), broken };
}

function mayBeConfiguration(file: string): boolean {
  return isManifest(file) || configurationNames.includes(basename(file));
}

async function changedPolicies(
  { files, named }: FileChanges,
  folder: string,
  context: Pick<ProjectContext, "files" | "env">,
): Promise<Pick<FoundPolicies, "files" | "unread">> {
  const found: string[] = [];
  const unread: UnreadFile[] = [];
  // Of a folder that is new, git names none of what is in it.
  const isNew = [...files].some((file) => isIn(file, folder));
  const changed = named ?? (isNew ? [folder] : [...files].filter((file) => isIn(folder, file)));
  for (const file of changed) {
    if (isFolder(file)) {
      const { policyFilesIn } = await import("./find-files.ts");
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

async function missingAmong(
  { named = [], before }: FileChanges,
  files: Files,
): Promise<readonly PathFailure[]> {
  const missing: PathFailure[] = [];
  for (const file of named) {
    if (files.exists(file) || (await before(file)) !== undefined) continue;
    const message = `${files.nameOf(file)}: There is no such file.`;
    missing.push({ file, error: new ExplainedError(message) });
  }
  return missing;
}

function changedInVain({ files: changed, named }: FileChanges, files: Files): UnreadFile[] {
  return [...(named ?? changed)]
    .filter(canHoldPolicy)
    .filter((file) => files.exists(file))
    .map((file) => ({
      file,
      reason: isCode(file) ? "not named like web.policy.ts" : "without a policy",
    }));
}

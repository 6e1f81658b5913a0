import { dirname } from "node:path";
import type { ProjectTarget } from "../configuration/environments.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import type { FileChanges } from "../changed/file-changes.ts";
import type { Configurations, Workspace } from "../selection/configurations.ts";
import { namedTargets, type NamedTarget } from "../selection/select-targets.ts";
import type { FoundFiles } from "../selection/find-files.ts";
import type { CheckKind } from "./check-kind.ts";
import { filesBeside, filesOfKindIn, namesHelp } from "./select-checks.ts";

export interface SelectedChecks extends FoundFiles {
  readonly targets: readonly NamedTarget<ProjectTarget>[];
}

/**
 * Finds the files of a kind in the projects of a run.
 *
 * @param changes - may exclude files that they do not reach
 * @param enoughTargets - true when no file is needed as long as there are targets
 * @throws ExplainedError when there are none at all
 */
export async function filesToCheck(
  kind: CheckKind,
  configurations: Configurations,
  changes: FileChanges | undefined,
  { files: provider, enoughTargets }: { readonly files: Files; readonly enoughTargets: boolean },
): Promise<SelectedChecks> {
  const workspace = await configurations.workspace();
  const targets = workspace.configurations.flatMap((one) => namedTargets(one));
  const policies = new Set(targets.map(({ policyFile }) => policyFile));
  const besides = [...policies].flatMap((file) => filesBeside(file, kind, provider));
  const { files: found, failures: unread } = await filesOfKindIn(workspace.folder, kind, provider);
  const failures = [...unread, ...workspace.broken];
  const files = [...new Set([...ofWorkspace(found, workspace, configurations), ...besides])];
  const isEnough = enoughTargets && targets.length > 0;
  if (files.length + failures.length === 0 && !isEnough) {
    if (changes !== undefined) return { files, failures, targets: [] };
    const where =
      workspace.folder === provider.folder ? "this folder" : provider.nameOf(workspace.folder);
    throw new ExplainedError(`There is no ${kind.file} in ${where} or below it.`, {
      help: namesHelp(kind),
    });
  }
  if (changes === undefined) return { files, failures, targets };
  const { reachedChecks } = await import("./reached-checks.ts");
  const reached: string[] = [];
  const without = new Set<NamedTarget<ProjectTarget>>();
  for (const [configuration, group] of configurations.grouped(files)) {
    const environments = await configurations.environmentsOf(configuration);
    const folder = environments[0]?.folder ?? provider.folder;
    const all = { files: group, folder, kind };
    const some = await reachedChecks(changes, all, environments, provider);
    reached.push(...some.files);
    for (const target of targets) {
      const isOwn = target.configuration.file === configuration;
      if (isOwn && some.reaches(target.policyFile)) without.add(target);
    }
  }
  return { files: reached, failures, targets: [...without] };
}

/** Excludes files in folders of another project, whose own configuration applies. */
function ofWorkspace(
  files: readonly string[],
  { configurations: projects }: Workspace,
  configurations: Configurations,
): string[] {
  const own = new Set([...projects.map(({ file }) => file), configurations.own]);
  return files.filter((file) => own.has(configurations.ofFolder(dirname(file))));
}

import { splitPolicyPath } from "@traffic-policy/policy-language/internal";
import type { ProjectTarget } from "../configuration/environments.ts";
import type { ProjectContext } from "../context.ts";
import type { Configurations, Workspace } from "./configurations.ts";
import { policyFilesIn, type UnreadFile } from "./find-files.ts";
import { namedTargets, type NamedTarget } from "./select-targets.ts";

export async function usedByNoTarget(
  { configurations: environments, folder }: Workspace,
  configurations: Configurations,
  context: Pick<ProjectContext, "files" | "env">,
): Promise<UnreadFile[]> {
  const targets = environments.flatMap((one) => namedTargets(one));
  const used = new Set(targets.map(({ policyFile }) => policyFile));
  const { files, unread } = await policyFilesIn(folder, context);
  const built = new Set(targets.flatMap((target) => fileBuilt(target) ?? []));
  const reasons = new Map([
    ...files.map((file): [string, string] => [
      file,
      built.has(file) ? "build puts a policy into it" : "used by no target",
    ]),
    ...unread.map(({ file, reason }): [string, string] => [file, reason]),
  ]);
  const left = [...reasons.keys()].filter((file) => !used.has(file));
  const own = [...configurations.grouped(left)].flatMap(([file, group]) =>
    // Those of another project are for its targets.
    environments.some((one) => one.file === file) ? group : [],
  );
  return own.map((file) => ({ file, reason: reasons.get(file) ?? "" }));
}

/** The file that the policy of a target is put into. */
function fileBuilt({ target, configuration }: NamedTarget<ProjectTarget>): string | undefined {
  const out = target.kind === "policy-file" ? target.out : undefined;
  return out === undefined ? undefined : configuration.fileOf(splitPolicyPath(out).file);
}

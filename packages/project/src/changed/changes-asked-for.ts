import type { ProjectContext } from "../context.ts";
import { type ChangedOptions, optionsOf } from "./changed-options.ts";
import type { FileChanges } from "./file-changes.ts";

/**
 * The files that changed, in the way that the command line asks for them; nothing when it does not.
 *
 * @param paths - of the command line: with `--changed`, files that changed
 * @throws ExplainedError when git cannot say, or the options contradict each other
 */
export async function changesIfAskedFor(
  paths: readonly string[],
  options: ChangedOptions,
  context: Pick<ProjectContext, "files" | "env">,
): Promise<FileChanges | undefined> {
  if (optionsOf(options).length === 0) return undefined;
  const { gitChanges } = await import("./git-changes.ts");
  return gitChanges(paths, options, context);
}

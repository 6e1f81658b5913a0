import { relative, sep } from "node:path";
import type { Files } from "@traffic-policy/project";
import type { Environment } from "../context.ts";

/**
 * Names files from the root of the repository, where a run of GitHub Actions says which that is: GitHub
 * takes the names of annotations and of SARIF as such, wherever in the repository a step was run.
 *
 * @returns takes a name that is relative to the working directory; nothing elsewhere
 */
export function workspaceNames(
  { GITHUB_WORKSPACE: workspace }: Environment,
  files: Files,
): ((file: string) => string) | undefined {
  if (!workspace) return undefined;
  return (file) => relative(workspace, files.resolve(file)).replaceAll(sep, "/");
}

import { relative, sep } from "node:path";
import type { Files } from "@traffic-policy/project";
import type { Environment } from "../context.ts";

/**
 * Names files from the root of the repository, where GitHub Actions provides it: GitHub resolves the names in
 * annotations and SARIF from there, wherever a step was run.
 *
 * @returns a function for names relative to the working directory; undefined elsewhere
 */
export function workspaceNames(
  { GITHUB_WORKSPACE: workspace }: Environment,
  files: Files,
): ((file: string) => string) | undefined {
  if (!workspace) return undefined;
  return (file) => relative(workspace, files.resolve(file)).replaceAll(sep, "/");
}

import { relative, sep } from "node:path";
import type { Files } from "@traffic-policy/project";

/**
 * Names files from the root of the repository, where CI provides it: GitHub and GitLab resolve the names in
 * annotations and reports from there, wherever a step was run.
 *
 * @param root - absolute path; without it, names stay relative to the working directory
 */
export function namesFromRoot(root: string | undefined, files: Files): (file: string) => string {
  if (!root) return String;
  return (file) => relative(root, files.resolve(file)).replaceAll(sep, "/");
}

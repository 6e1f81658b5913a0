import { globSync } from "tinyglobby";
import { policyEndings } from "../policy-file/load-policy.ts";

const options = {
  absolute: true,
  expandDirectories: false,
  followSymbolicLinks: false,
  ignore: ["**/node_modules/**"],
} as const;

/** The files in a folder and below it whose names say what they hold: `web.policy.ts`. */
export function filesIn(folder: string, what: "policy" | "cases"): string[] {
  const pattern = `**/*.${what}.{${policyEndings.join(",")}}`;
  const files = globSync(pattern, { ...options, cwd: folder });
  return files.toSorted();
}

/** The files that a glob names and that can hold a policy. */
export function expandGlob(pattern: string): string[] {
  const files = globSync(pattern, options);
  return files.filter((file) => policyEndings.some((end) => file.endsWith(`.${end}`))).toSorted();
}

import { glob } from "tinyglobby";
import { policyEndings } from "../policy-file/load-policy.ts";

const options = {
  absolute: true,
  expandDirectories: false,
  followSymbolicLinks: false,
  ignore: ["**/node_modules/**"],
} as const;

/** The files in a folder and below it whose names say what they hold: `web.policy.ts`. */
export async function filesIn(folder: string, what: "policy" | "cases"): Promise<string[]> {
  const pattern = `**/*.${what}.{${policyEndings.join(",")}}`;
  const files = await glob(pattern, { ...options, cwd: folder });
  return files.toSorted();
}

/** The files that a glob names and that can hold a policy. */
export async function expandGlob(pattern: string): Promise<string[]> {
  const files = await glob(pattern, options);
  return files.filter((file) => policyEndings.some((end) => file.endsWith(`.${end}`))).toSorted();
}

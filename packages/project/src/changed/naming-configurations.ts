import { dirname, resolve } from "node:path";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { policyFilesNamedIn } from "@traffic-policy/policy-language/internal";
import type { ProjectContext } from "../context.ts";
import { Git } from "../git/git.ts";
import { isData, isYaml } from "../policies/load-policy.ts";
import type { FileChanges } from "./file-changes.ts";

/**
 * Returns the configurations of agents that name a changed file as the policy of an endpoint, as absolute paths: the
 * endpoint says what the policy is for.
 *
 * @param folder - absolute path; what lies outside is not searched
 */
export async function namingConfigurations(
  { files: changed }: FileChanges,
  folder: string,
  { files, env }: Pick<ProjectContext, "files" | "env">,
): Promise<string[]> {
  if (![...changed].some(isData)) return [];
  const found = await new Git(folder, env).withText("traffic_policy_file", folder);
  const naming: string[] = [];
  for (const file of found.filter(isData)) {
    const text = files.textIfReadable(file);
    const names = text === undefined ? [] : await namesIn(file, text);
    if (names.some((name) => changed.has(resolve(dirname(file), name)))) naming.push(file);
  }
  return naming;
}

async function namesIn(file: string, text: string): Promise<string[]> {
  const documents = isYaml(file)
    ? (await import("@traffic-policy/policy-language/yaml")).yamlPolicySources(file, text)
    : [jsonPolicySource(file, text)];
  return documents.flatMap(({ document }) => policyFilesNamedIn(document).map(({ name }) => name));
}

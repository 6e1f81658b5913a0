import { fileRules } from "@traffic-policy/policy-lint/configuration";
import type { Configurations } from "@traffic-policy/project/selection";
import { lintOf } from "../configuration/project.ts";

export async function ignoredAmong(
  files: readonly string[],
  configurations: Configurations,
): Promise<ReadonlySet<string>> {
  const ignored = new Set<string>();
  for (const [file, group] of configurations.grouped(files)) {
    // One that cannot be loaded is reported when its files are read.
    const [own] = await configurations.environmentsOf(file).catch(() => []);
    const lint = lintOf(own);
    if (own === undefined || lint?.ignore === undefined) continue;
    const rulesOf = await fileRules(lint, undefined, {});
    for (const one of group) if (rulesOf(own.nameOf(one)).isIgnored) ignored.add(one);
  }
  return ignored;
}

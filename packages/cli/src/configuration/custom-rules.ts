import type { LintRule } from "@traffic-policy/policy-lint";
import type { LoadedConfiguration } from "./load-configuration.ts";

/** The lint rules of a configuration's own, by their names. */
export function customRules(
  configuration: LoadedConfiguration | undefined,
): ReadonlyMap<string, LintRule> | undefined {
  const rules = configuration?.lint?.customRules;
  return rules && new Map(Object.entries(rules));
}

import { rules as builtInRules } from "@traffic-policy/policy-lint";
import { knownRules, presetSeverity } from "@traffic-policy/policy-lint/internal";
import type { ConfigurationOptions } from "@traffic-policy/project";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { customRulesIn } from "../../configuration/project.ts";
import type { FormatOptions } from "../../program/options.ts";
import { printRules } from "./report.ts";

export default async function rules(
  options: ConfigurationOptions & FormatOptions,
  context: Context,
): Promise<ExitStatus> {
  const known = knownRules({ rules: await customRulesIn(options, context) });
  const list = [...known].map(([name, rule]) => ({
    name,
    recommended: presetSeverity(rule, "recommended"),
    strict: presetSeverity(rule, "strict"),
    fix: rule.fix,
    what: rule.docs.what,
    custom: !builtInRules.has(name),
  }));
  printRules({ version: 1, rules: list }, options.format, context.terminal);
  return exitStatus.ok;
}

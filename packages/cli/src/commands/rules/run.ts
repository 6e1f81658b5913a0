import { knownRules, presetSeverity, rules as builtInRules } from "@traffic-policy/policy-lint";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { customRules, loadConfigurationIfAny } from "../../configuration/load-configuration.ts";
import type { FormatOptions } from "../../program/options.ts";
import { printRules } from "./report.ts";

export default async function rules(
  { format }: FormatOptions,
  context: Context,
): Promise<ExitStatus> {
  const known = knownRules({ rules: customRules(await loadConfigurationIfAny(context.files)) });
  const list = [...known].map(([name, rule]) => ({
    name,
    recommended: presetSeverity(rule, "recommended"),
    strict: presetSeverity(rule, "strict"),
    fix: rule.fix,
    what: rule.docs.what,
    custom: !builtInRules.has(name),
  }));
  printRules({ version: 1, rules: list }, format, context.terminal);
  return exitStatus.ok;
}

import type { Context } from "../../context.ts";
import { knownRules, presetSeverity, rules as builtInRules } from "@traffic-policy/policy-lint";
import { customRules } from "../../configuration/custom-rules.ts";
import { loadConfigurationIfAny } from "../../configuration/load-configuration.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { FormatOptions } from "../../program/options.ts";
import { printRules } from "./report.ts";

/** `traffic-policy rules`: every lint rule, with its severities. */
export default async function rules(
  { format }: FormatOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  const known = knownRules({ rules: customRules(await loadConfigurationIfAny(context.files)) });
  const list = [...known].map(([name, rule]) => ({
    name,
    recommended: presetSeverity(rule, "recommended"),
    strict: presetSeverity(rule, "strict"),
    fix: rule.fix,
    what: rule.docs.what,
    custom: !builtInRules.has(name),
  }));
  printRules({ version: 1, rules: list }, format, terminal);
  return exitStatus.ok;
}

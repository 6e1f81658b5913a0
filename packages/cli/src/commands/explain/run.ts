import { suggestion } from "@traffic-policy/policy-language";
import { knownRules, meantRule, type LintRule } from "@traffic-policy/policy-lint";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { customRules, loadConfigurationIfAny } from "../../configuration/load-configuration.ts";
import type { FormatOptions } from "../../program/options.ts";
import { printRule } from "./report.ts";

export default async function explain(
  name: string,
  { format }: FormatOptions,
  context: Context,
): Promise<ExitStatus> {
  const known = knownRules({ rules: customRules(await loadConfigurationIfAny(context.files)) });
  const rule = known.get(name);
  if (rule === undefined) throw noSuchRule(name, known);
  printRule(name, rule, format, context.terminal);
  return exitStatus.ok;
}

function noSuchRule(name: string, known: ReadonlyMap<string, LintRule>): CommandError {
  return new CommandError(`There is no lint rule "${name}".`, {
    help: suggestion(meantRule(name, known.keys())) ?? "`traffic-policy rules` lists all of them.",
  });
}

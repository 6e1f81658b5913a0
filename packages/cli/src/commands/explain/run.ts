import { suggestion } from "@traffic-policy/policy-language/internal";
import { type LintRule } from "@traffic-policy/policy-lint";
import { knownRules, meantRule } from "@traffic-policy/policy-lint/internal";
import type { ConfigurationOptions } from "@traffic-policy/project";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { customRulesIn } from "../../configuration/project.ts";
import type { FormatOptions } from "../../program/options.ts";
import { printRule } from "./report.ts";

export default async function explain(
  name: string,
  options: ConfigurationOptions & FormatOptions,
  context: Context,
): Promise<ExitStatus> {
  const known = knownRules({ rules: await customRulesIn(options, context) });
  const rule = known.get(name);
  if (rule === undefined) throw noSuchRule(name, known);
  printRule(name, rule, options.format, context.terminal);
  return exitStatus.ok;
}

function noSuchRule(name: string, known: ReadonlyMap<string, LintRule>): CommandError {
  return new CommandError(`There is no lint rule "${name}".`, {
    help: suggestion(meantRule(name, known.keys())) ?? "`traffic-policy rules` lists all of them.",
  });
}

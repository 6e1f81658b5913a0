import { fromPointer } from "@traffic-policy/policy-language";
import type { LintRule, RuleSetting } from "@traffic-policy/policy-lint";
import { settingsProblems } from "@traffic-policy/policy-lint/configuration";
import { CommandError } from "../../context.ts";

/**
 * The settings of rules on the command line, each written as `document/rule-name=error`.
 *
 * @throws CommandError when one of them means nothing
 */
export function ruleSettings(
  texts: readonly string[],
  known: ReadonlyMap<string, LintRule>,
): Record<string, RuleSetting> {
  const settings = Object.fromEntries(
    texts.map((text): [string, RuleSetting] => {
      const [, name, severity] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (name === undefined) {
        throw new CommandError(`"${text}" sets no rule.`, {
          help: "Write --rule document/rule-name=error.",
        });
      }
      return [name, severity as RuleSetting];
    }),
  );
  const [problem] = settingsProblems(settings, "", known);
  if (problem !== undefined) {
    const [name = ""] = fromPointer(problem.path);
    throw new CommandError(`--rule ${name}=${String(settings[name])}: ${problem.message}`, {
      help: problem.help,
    });
  }
  return settings;
}

import { fromPointer } from "@traffic-policy/policy-language";
import type { LintRule } from "@traffic-policy/policy-lint";
import { settingsProblems } from "@traffic-policy/policy-lint/configuration";
import type { RuleSetting } from "@traffic-policy/policy-lint/internal";
import { CommandError } from "../../context.ts";
import type { LintOptions } from "./command.ts";

/**
 * Parses the rule settings on the command line, each written as `document/rule-name=error`.
 *
 * @throws CommandError when a setting is invalid
 */
export function ruleSettings(
  options: LintOptions,
  known: ReadonlyMap<string, LintRule>,
): Record<string, RuleSetting> {
  const settings = Object.fromEntries(
    (options.rule ?? []).map((text): [string, RuleSetting] => {
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

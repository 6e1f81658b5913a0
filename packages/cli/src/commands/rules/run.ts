import { knownRules, presetSeverity, rules as builtInRules } from "@traffic-policy/policy-lint";
import { customRules } from "../../configuration/custom-rules.ts";
import { loadConfigurationIfAny } from "../../configuration/load-configuration.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { FormatOptions } from "../../program/options.ts";
import { renderTable } from "../../report/table.ts";
import type { Terminal } from "../../terminal.ts";

/** One line of the list. */
interface ListedRule {
  readonly name: string;
  readonly recommended: string;
  readonly strict: string;
  readonly fix?: "safe" | "unsafe";
  readonly what: string;
  /** Whether it is a rule of the configuration's own. */
  readonly custom: boolean;
}

/** `traffic-policy rules`: every lint rule, with its severities. */
export default async function rules(
  { format }: FormatOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const known = knownRules({ rules: customRules(await loadConfigurationIfAny()) });
  const list = [...known].map(([name, rule]): ListedRule => ({
    name,
    recommended: presetSeverity(rule, "recommended"),
    strict: presetSeverity(rule, "strict"),
    ...(rule.fix && { fix: rule.fix }),
    what: rule.docs.what,
    custom: !builtInRules.has(name),
  }));
  terminal.out(
    format === "json"
      ? `${JSON.stringify({ version: 1, rules: list }, null, 2)}\n`
      : table(list, terminal),
  );
  return exitStatus.ok;
}

function table(list: readonly ListedRule[], { style }: Terminal): string {
  return renderTable(
    ["rule", "recommended", "strict", "fix", "what it finds"],
    list.map(({ name, recommended, strict, fix = "", what }) => [
      name,
      recommended,
      strict,
      fix,
      what,
    ]),
    style,
  );
}

import { type LintRule } from "@traffic-policy/policy-lint";
import { presetSeverity, rulePage } from "@traffic-policy/policy-lint/internal";
import type { ReportedRule } from "@traffic-policy/report";

export function reportedRule(name: string, rule: LintRule | undefined): ReportedRule | undefined {
  if (rule === undefined) return undefined;
  const { what, why, page: url = "" } = rule.docs;
  return {
    what,
    why,
    page: rulePage(name, rule),
    ...(/^https?:/.test(url) && { url }),
    severity: presetSeverity(rule, "recommended"),
  };
}

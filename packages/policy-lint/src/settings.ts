import type { Severity } from "@traffic-policy/policy-language";
import type { LintRule } from "./rule.ts";

/** A set of severities for all rules. */
export type Preset = "recommended" | "strict";

/** How a rule is set: its severity, and its options if it has any. */
export type RuleSetting = Severity | "off" | readonly [Severity | "off", object];

/** What a rule does in one run. */
export interface ActiveRule {
  readonly severity: Severity;
  readonly options: unknown;
}

/** What a rule does in a run, or nothing when it is off. */
export function activeRule(
  rule: LintRule,
  preset: Preset,
  setting: RuleSetting | undefined,
): ActiveRule | undefined {
  const [chosen, options] = isWithOptions(setting) ? setting : [setting, undefined];
  const severity = chosen ?? presetSeverity(rule, preset);
  if (severity === "off") return undefined;
  const fallback = rule.options?.default;
  return {
    severity,
    options: options === undefined ? fallback : { ...(fallback as object), ...options },
  };
}

/** The severity of a rule in a preset. */
export function presetSeverity(rule: LintRule, preset: Preset): Severity | "off" {
  return (preset === "strict" ? rule.strict : undefined) ?? rule.severity;
}

function isWithOptions(
  setting: RuleSetting | undefined,
): setting is readonly [Severity | "off", object] {
  return Array.isArray(setting);
}

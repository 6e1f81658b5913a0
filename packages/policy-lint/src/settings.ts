import type { Severity } from "@traffic-policy/policy-language";
import type { LintRule } from "./rule.ts";

/** A set of severities for all rules. */
export type Preset = "recommended" | "strict";

/** How a rule is set: its severity, and its options if it has any. */
export type RuleSetting = Severity | "off" | readonly [Severity | "off", object];

export interface Settings {
  /** `recommended` by default. */
  readonly preset?: Preset | undefined;
  readonly settings?: Readonly<Record<string, RuleSetting>>;
  /**
   * Rules that are skipped because they did not finish before. Ignore directives for them are not reported as unused.
   */
  readonly unfinished?: ReadonlySet<string> | undefined;
}

/** Returns the settings of a rule in a run; undefined when it is off. */
export function settingOf(
  rule: LintRule,
  preset: Preset | undefined,
  setting: RuleSetting | undefined,
): { readonly severity: Severity; readonly options: unknown } | undefined {
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
export function presetSeverity(rule: LintRule, preset: Preset = "recommended"): Severity | "off" {
  return (preset === "strict" ? rule.strict : undefined) ?? rule.severity;
}

function isWithOptions(
  setting: RuleSetting | undefined,
): setting is readonly [Severity | "off", object] {
  return Array.isArray(setting);
}

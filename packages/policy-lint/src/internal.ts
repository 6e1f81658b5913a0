// For the other packages of this repository: these names may change in any release.

export { knownRules, lintIgnores } from "./lint-policy.ts";
export { LintRuleError, throughEach } from "./active-rules.ts";
export { urlProblem } from "./analysis/url.ts";
export { codeComments } from "./code-comments.ts";
export { CodeComments } from "./ignore-comments.ts";
export { meantRule } from "./meant-rule.ts";
export { presetSeverity, type Preset, type RuleSetting } from "./settings.ts";
export type { Finding } from "./finding.ts";
export { type Report } from "./rule.ts";
export { rulePage } from "./rule-page.ts";
export { withWitnesses, type LintProver } from "./witnesses.ts";
export type { IgnoreNode } from "./nodes/ignore-node.ts";

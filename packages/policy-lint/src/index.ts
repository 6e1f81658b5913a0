export {
  byPlace,
  knownRules,
  lintIgnores,
  lintPolicy,
  rules,
  type LintOptions,
} from "./lint-policy.ts";
export { LintRuleError, throughEach } from "./active-rules.ts";
export { urlProblem } from "./analysis/url.ts";
export { codeComments } from "./code-comments.ts";
export { CodeComments } from "./ignore-comments.ts";
export { meantRule } from "./meant-rule.ts";
export { presetSeverity, type Preset, type RuleSetting } from "./settings.ts";
export type { Finding } from "./finding.ts";
export { type LintRule, type LintVisit, type Report, defineRule } from "./rule.ts";
export { rulePage } from "./rule-page.ts";
export { withWitnesses, type LintProver } from "./witnesses.ts";
export { LintSession } from "./session.ts";
export type { IgnoreNode } from "./nodes/ignore-node.ts";

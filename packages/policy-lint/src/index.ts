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
export { CodeComments, IgnoreComments, ignoreMark, type FileLine } from "./ignore-comments.ts";
export { meantRule } from "./meant-rule.ts";
export { presetSeverity, type Preset, type RuleSetting } from "./settings.ts";
export * from "./rule.ts";
export { rulePage } from "./rule-page.ts";
export { withWitnesses, type LintProver } from "./witnesses.ts";
export { LintSession } from "./session.ts";
export type { ActionNode, TextNode } from "./nodes/action-node.ts";
export type { DocumentNode, SectionNode, SourceErrorNode } from "./nodes/document-node.ts";
export type { ExpressionNode, ExpressionRole, Place } from "./nodes/expression-node.ts";
export type { IgnoredRule, IgnoreNode } from "./nodes/ignore-node.ts";
export type { RuleNode } from "./nodes/rule-node.ts";
export type * from "./nodes/expression-parts.ts";

export { knownRules, lintIgnores, lintPolicy, rules, type LintOptions } from "./lint-policy.ts";
export { LintRuleError } from "./active-rules.ts";
export * from "./report/lint-report.ts";
export { CodeComments } from "./ignore-comments.ts";
export { IgnoreComments, type FileLine } from "./ignore-comments.ts";
export { ignoreMark } from "./ignore-comments.ts";
export { meantRule } from "./meant-rule.ts";
export { presetSeverity, type Preset, type RuleSetting } from "./settings.ts";
export { fixedText } from "./report/fixes.ts";
export { secretPlaces } from "./report/hidden-secrets.ts";
export { printable } from "./report/printable.ts";
export type {
  FileChange,
  ReportContext,
  Reporter,
  ReportFormat,
  Style,
} from "./report/reporter.ts";
export * from "./rule.ts";
export { throughEach } from "./active-rules.ts";
export { LintSession } from "./session.ts";
export type { ActionNode, TextNode } from "./nodes/action-node.ts";
export type { DocumentNode, SectionNode, SourceErrorNode } from "./nodes/document-node.ts";
export type { ExpressionNode, ExpressionRole } from "./nodes/expression-node.ts";
export type { IgnoredRule, IgnoreNode } from "./nodes/ignore-node.ts";
export type { Place } from "./nodes/expression-node.ts";
export type { RuleNode } from "./nodes/rule-node.ts";
export type {
  AccessPart,
  CallPart,
  CheckErrorPart,
  ComparedText,
  FieldPart,
  FormattedText,
  LiteralPart,
  VariablePart,
} from "./nodes/expression-parts.ts";

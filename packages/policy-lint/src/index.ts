export {
  byPlace,
  knownRules,
  lintIgnores,
  lintPolicy,
  rules,
  type LintOptions,
} from "./lint-policy.ts";
export { LintRuleError, throughEach } from "./active-rules.ts";
export {
  type LintReport,
  type NotChecked,
  type FixReport,
  type FixedFile,
  type UnfixedFinding,
  type LintFailure,
  countSeverities,
} from "./report/lint-report.ts";
export { urlProblem } from "./analysis/url.ts";
export { codeComments } from "./code-comments.ts";
export { CodeComments } from "./ignore-comments.ts";
export { meantRule } from "./meant-rule.ts";
export { presetSeverity, type Preset, type RuleSetting } from "./settings.ts";
export { alikeFindings, timesText } from "./report/alike.ts";
export { fixedText } from "./report/fixes.ts";
export { notCheckedText } from "./report/summary.ts";
export { secretPlaces } from "./report/hidden-secrets.ts";
export { printable } from "./report/printable.ts";
export type { Reporter, ReportFormat, FormatTraits, ReportContext } from "./report/reporter.ts";
export type { Finding } from "./finding.ts";
export { type LintRule, type LintVisit, type Report, defineRule } from "./rule.ts";
export { withWitnesses, type LintProver } from "./witnesses.ts";
export { LintSession } from "./session.ts";
export type { IgnoreNode } from "./nodes/ignore-node.ts";

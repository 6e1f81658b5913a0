export { lintPolicy, rules, type LintOptions, type RuleSetting } from "./lint-policy.ts";
export { jsonReport } from "./report/json.ts";
export { countSeverities, type LintFailure, type LintReport } from "./report/lint-report.ts";
export { prettyReport, type Style } from "./report/pretty.ts";
export { defineRule, type Finding, type LintRule, type RelatedPlace, type Report } from "./rule.ts";
export { schemaFindings } from "./schema-findings.ts";

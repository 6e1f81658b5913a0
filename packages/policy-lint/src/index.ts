export { byPlace, lintPolicy, rules, type LintOptions } from "./lint-policy.ts";
export { type LintRule, type LintVisit, defineRule } from "./rule.ts";
export { LintSession } from "./session.ts";

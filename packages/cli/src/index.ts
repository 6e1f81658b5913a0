export type { CaseFileContents } from "@traffic-policy/policy-engine/formats";
export { defineCases, type DefinedCases } from "./cases/define-cases.ts";
export { defineConfig, httpsRoute, tcpEdge } from "./configuration/define-config.ts";
export type { Configuration, TargetConfiguration } from "./configuration/schema.ts";
export {
  defineRule,
  type Finding,
  type LintRule,
  type LintVisit,
  type Report,
  type RuleSetting,
} from "@traffic-policy/policy-lint";

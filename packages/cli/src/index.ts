export type { CaseFileContents } from "@traffic-policy/policy-engine/formats";
export { defineCases, type DefinedCases } from "./cases/define-cases.ts";
export type { TargetConfiguration } from "@traffic-policy/policy-module";
export { defineConfig, httpsRoute, tcpEdge } from "./configuration/define-config.ts";
export type { Configuration } from "./configuration/load-configuration.ts";
export {
  defineRule,
  type Finding,
  type LintRule,
  type LintVisit,
  type Report,
  type RuleSetting,
} from "@traffic-policy/policy-lint";

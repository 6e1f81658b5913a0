export { defineAssertions, type DefinedAssertions } from "./assertions/define-assertions.ts";
export type { AssertionFileContents } from "@traffic-policy/policy-proof/formats";
export type { CaseFileContents } from "@traffic-policy/policy-engine/formats";
export { defineCases, type DefinedCases } from "./cases/define-cases.ts";
export type { TargetConfiguration } from "@traffic-policy/project";
export {
  cloudEndpoint,
  defineConfig,
  httpsRoute,
  policyFile,
  tcpEdge,
  type EnvironmentOf,
} from "./configuration/define-config.ts";
export type { Configuration } from "./configuration/configuration-schema.ts";
export { defineRule, type LintRule, type LintVisit } from "@traffic-policy/policy-lint";
export { type Finding, type Report, type RuleSetting } from "@traffic-policy/policy-lint/internal";

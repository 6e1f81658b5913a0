export { placeText } from "@traffic-policy/policy-language/internal";
export { ExplainedError, decode, Files, largestFile, placeIn } from "./files/files.ts";
export { withoutErrors } from "./files/json-source.ts";
export { UserCodeError } from "./code/user-code-error.ts";
export { configurationIn, findConfiguration } from "./configuration/find-configuration.ts";
export {
  loadConfiguration,
  type LoadedConfiguration,
  type LoadedConfigurations,
} from "./configuration/load-configuration.ts";
export {
  type CompleteTarget,
  type Environment,
  type ProjectTarget,
} from "./configuration/environments.ts";
export type { LoadedEmulator, LoadedService } from "./configuration/extend.ts";
export { type ConfigurationParts } from "./configuration/read-configuration.ts";
export { type Configuration, type TargetConfiguration } from "./configuration/schema.ts";
export {
  defaultPolicy,
  documentOf,
  isCode,
  loadPolicies,
  loadPolicy,
} from "./policies/load-policy.ts";
export type { LoadedPolicy } from "./policies/loaded-policy.ts";
export { holdsPolicy, lookForPolicy, type UnreadPolicy } from "./policies/holds-policy.ts";
export { policyFileText, typescriptText } from "./policies/policy-file-text.ts";
export type { ConfigurationOptions, ProjectContext } from "./context.ts";
export { Project, type Selection } from "./project.ts";
export type { LeftOut, SiteReading } from "./site/read-site.ts";

export {
  ExplainedError,
  decode,
  Files,
  largestFile,
  kindOf,
  ordinaryText,
  placeIn,
  placeText,
} from "./files/files.ts";
export { readJson, withoutErrors } from "./files/json-source.ts";
export { replaceFileSync } from "./files/user-cache.ts";
export { hasRunCode } from "./code/built-ins.ts";
export { forLog, forTerminal } from "./code/harmless.ts";
export {
  hasFailedLater,
  refuseAfterFailure,
  restoreAfterCode,
  wasStopped,
} from "./code/late-failures.ts";
export { loadedFiles, rememberLoadedModules } from "./code/loaded-modules.ts";
export { defaultTimeLimit, stoppedAfter } from "./code/time-limit.ts";
export { UserCodeError, userPlaceText, userPlaceOf } from "./code/user-code-error.ts";
export {
  configurationIn,
  configurationKinds,
  configurationNames,
  findConfiguration,
  isManifest,
  manifestKey,
  mayBeConfiguration,
} from "./configuration/find-configuration.ts";
export {
  loadConfiguration,
  type LoadedConfiguration,
  type LoadedConfigurations,
} from "./configuration/load-configuration.ts";
export { serviceKey, type CompleteTarget, type Environment } from "./configuration/environments.ts";
export type { LoadedEmulator, LoadedService } from "./configuration/extend.ts";
export { schemaWith, type ConfigurationParts } from "./configuration/read-configuration.ts";
export {
  configurationSchema,
  environmentSchema,
  serviceSchema,
  targetPartSchema,
  type Configuration,
  type TargetConfiguration,
} from "./configuration/schema.ts";
export {
  canHoldPolicy,
  dataEndings,
  defaultPolicy,
  documentOf,
  isCode,
  loadPolicies,
  loadPolicy,
  policyEndings,
} from "./policies/load-policy.ts";
export type { LoadedPolicy, LoadOptions } from "./policies/loaded-policy.ts";
export {
  holdsPolicy,
  lookForPolicy,
  unreadEndings,
  type UnreadPolicy,
} from "./policies/holds-policy.ts";
export { policyFileText, typescriptText, usualRuleOrder } from "./policies/policy-file-text.ts";
export type { ConfigurationOptions, ProjectContext } from "./context.ts";
export { Project, type Selection } from "./project.ts";

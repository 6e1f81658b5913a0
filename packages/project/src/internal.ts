// For the other packages of this repository: these names may change in any release.

export { pathOfPolicy, policyPath, shownPath } from "./policies/policy-path.ts";
export { kindOf, largestDocument, ordinaryText } from "./files/files.ts";
export { isGlob } from "./files/is-glob.ts";
export { destination, isIn } from "./files/link-out.ts";
export { readJson } from "./files/json-source.ts";
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
export { otherRuntime } from "./code/other-runtime.ts";
export { ownModules, type OwnModules } from "./code/own-modules.ts";
export { defaultTimeLimit, stoppedAfter } from "./code/time-limit.ts";
export { userPlaceText, userPlaceOf } from "./code/user-code-error.ts";
export {
  configurationKinds,
  configurationNames,
  isManifest,
  manifestKey,
  mayBeConfiguration,
} from "./configuration/find-configuration.ts";
export { serviceKey } from "./configuration/environments.ts";
export { schemaWith } from "./configuration/read-configuration.ts";
export {
  configurationSchema,
  environmentSchema,
  serviceSchema,
  targetPartSchema,
} from "./configuration/schema.ts";
export {
  canHoldPolicy,
  dataEndings,
  isData,
  policyEndings,
  refuseUnread,
  unreadError,
} from "./policies/load-policy.ts";
export { isNamedAsPolicy } from "./selection/find-files.ts";
export { pathMatcher } from "./selection/path-matcher.ts";
export { unreadEndings } from "./policies/holds-policy.ts";

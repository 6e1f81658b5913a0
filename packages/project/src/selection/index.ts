export { environmentNames, everyEnvironment } from "./choose-environment.ts";
export {
  noConfiguration,
  type BrokenConfiguration,
  type Configurations,
  type Found,
  type Workspace,
} from "./configurations.ts";
export { filesIn, type FoundFiles, type UnreadFile } from "./find-files.ts";
export type { SelectedPolicies } from "./named-files.ts";
export { PolicyUses } from "./policy-uses.ts";
export {
  protocolOf,
  protocolsOfTargets,
  targetClaims,
  targetProtocol,
  type PolicyHolder,
  type ProtocolClaim,
} from "./protocol-claim.ts";
export {
  isAtService,
  labelOf,
  namedPlaces,
  namedTargets,
  placesAmong,
  selectNames,
  selectPlaces,
  selectTargets,
  targetsHolding,
  type NamedTarget,
  type TargetSelection,
} from "./select-targets.ts";
export type { SelectedPolicy } from "./selected-policy.ts";
export { isProjectFolder, projectFolders } from "./workspace.ts";

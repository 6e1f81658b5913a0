export { isStaged, optionsOf, refuseChanged, type ChangedOptions } from "./changed-options.ts";
export { changesIfAskedFor } from "./changes-asked-for.ts";
export {
  filesOfRevision,
  namedRevisions,
  revisionChanges,
  type NamedRevision,
  type NamedRevisions,
  type Revision,
  type RevisionChanges,
  unknownRevision,
} from "./revisions.ts";
export { isPlan, stateOfPlan, stateRevision } from "./plan-state.ts";
export { nothingReached, type FileChanges } from "./file-changes.ts";

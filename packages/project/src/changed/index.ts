export { isStaged, optionsOf, refuseChanged, type ChangedOptions } from "./changed-options.ts";
export { changesIfAskedFor } from "./changes-asked-for.ts";
export { nothingReached, type FileChanges } from "./file-changes.ts";

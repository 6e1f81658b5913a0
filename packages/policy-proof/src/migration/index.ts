export {
  migratePolicy,
  noParts,
  type MigratedParts,
  type Migration,
  type MigrationOptions,
} from "./migrate-policy.ts";
export { migratedText } from "./migrated-text.ts";
export { textChanges, type ChangedPart, type TextKind } from "./migrate-texts.ts";
export { possibleProtocols } from "./possible-protocols.ts";
export type { MigrationNote } from "./migration-note.ts";

export {
  migratePolicy,
  type Migration,
  type MigrationNote,
  type MigrationOptions,
} from "./migrate-policy.ts";
export { migratedText } from "./migrated-text.ts";
export { possibleProtocols } from "./possible-protocols.ts";

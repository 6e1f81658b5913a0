export {
  isMigrated,
  migratePolicy,
  type Migration,
  type MigrationNote,
  type MigrationOptions,
} from "./migrate-policy.ts";

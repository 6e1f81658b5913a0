export type {
  CodeFinding,
  MigratedCode,
  ModuleToMigrate,
  PolicyToMigrate,
} from "./code-migration.ts";
export { migrateCode, modulesReachedFrom } from "./migrate-code.ts";

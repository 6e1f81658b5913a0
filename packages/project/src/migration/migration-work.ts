import type { BuilderNames } from "./builder-names.ts";
import type { CodeChanges } from "./code-changes.ts";
import type { ImportedNames } from "./imported-names.ts";
import type { CodeMigrationOptions, ModuleToMigrate } from "./code-migration.ts";
import type { PolicyModules } from "./modules.ts";

export interface MigrationWork {
  readonly given: readonly ModuleToMigrate[];
  readonly options: CodeMigrationOptions;
  readonly modules: PolicyModules;
  readonly names: BuilderNames;
  readonly changes: CodeChanges;
  readonly imports: ImportedNames;
}

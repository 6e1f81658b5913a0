import { fromPointer } from "@traffic-policy/policy-language";
import { counterpartOf, valueAt } from "@traffic-policy/policy-language/internal";
import type { ModuleToMigrate, PolicyToMigrate } from "./code-migration.ts";
import type { MigrationWork } from "./migration-work.ts";
import { exportedBy, propertiesOf, valuesAt } from "./modules.ts";
import { changeBelow, changeMember } from "./written-actions.ts";
import { changedLiteral } from "./written-texts.ts";

export function changePlainDocument(
  { loaded, parts, protocol }: PolicyToMigrate,
  { file }: ModuleToMigrate,
  work: MigrationWork,
): void {
  const { modules, changes, options } = work;
  const { from, to } = options;
  const module = modules.at(file);
  if (module === undefined || !loaded.isDefault) return;
  const roots = exportedBy(module).flatMap((one) => modules.sourcesOf(one));
  for (const { key, ...member } of roots.flatMap((root) => propertiesOf(modules, root))) {
    const section = from.sections.get(key);
    const target = counterpartOf(section, protocol, to.sections);
    if (from.moduleKeys?.includes(key) === true) changeMember(work, member, undefined);
    else if (section !== undefined) changeMember(work, member, target);
  }
  for (const edit of parts.fields) changeBelow(work, roots, fromPointer(edit.path), edit);
  for (const { path, value } of parts.texts) {
    const before = valueAt(loaded.source.document ?? null, path);
    for (const written of valuesAt(modules, roots, fromPointer(path))) {
      if (typeof value !== "string" || typeof before !== "string") continue;
      changes.attempt(written, () => changedLiteral(written, before, value));
    }
  }
}

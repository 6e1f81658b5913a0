import { counterpartOf, fromPointer, valueAt } from "@traffic-policy/policy-language";
import type { Node } from "oxc-parser";
import type { ModuleToMigrate, PolicyToMigrate } from "./migrate-code.ts";
import type { MigrationWork } from "./migration-work.ts";
import { exportedBy, propertiesOf, type PolicyModules, type Written } from "./modules.ts";
import { changeMember } from "./written-actions.ts";
import { changedLiteral } from "./written-texts.ts";

/** Changes a policy that a module exports as an object, which is its document. */
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
  const at = (path: readonly string[]): Written[] =>
    path.reduce<Written[]>(
      (around, key) => around.flatMap((one) => below(modules, one, key)),
      roots,
    );
  for (const { key, ...member } of roots.flatMap((root) => propertiesOf(modules, root))) {
    const section = from.sections.get(key);
    const target = counterpartOf(section, protocol, to.sections);
    if (from.moduleKeys?.includes(key) === true) changeMember(work, member, undefined);
    else if (section !== undefined) changeMember(work, member, target);
  }
  for (const edit of parts.fields) {
    const keys = fromPointer(edit.path);
    for (const around of at(keys.slice(0, -1))) {
      const members = propertiesOf(modules, around).filter(({ key }) => key === keys.at(-1));
      for (const member of members) {
        if ("remove" in edit) changeMember(work, member, undefined);
        else if ("key" in edit) changeMember(work, member, edit.key);
      }
    }
  }
  for (const { path, value } of parts.texts) {
    const before = valueAt(loaded.source.document ?? null, path);
    for (const written of at(fromPointer(path))) {
      if (typeof value !== "string" || typeof before !== "string") continue;
      changes.attempt(written, () => changedLiteral(written, before, value));
    }
  }
}

/** The value of a member or an item that is written out. */
function below(modules: PolicyModules, around: Written, key: string): Written[] {
  return modules.sourcesOf(around).flatMap((value): Written[] => {
    const { module, node } = value;
    if (node.type === "ArrayExpression") {
      const item = node.elements[Number(key)];
      const isSure = node.elements
        .slice(0, Number(key) + 1)
        .every((one) => one?.type !== "SpreadElement");
      return item && isSure ? modules.sourcesOf({ module, node: item as Node }) : [];
    }
    return propertiesOf(modules, value).flatMap((member) =>
      member.key === key && member.property.type === "Property"
        ? modules.sourcesOf({ module: member.module, node: member.property.value })
        : [],
    );
  });
}

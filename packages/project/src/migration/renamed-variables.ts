import { type Dialect } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import type { Node } from "oxc-parser";
import type { Declaration } from "../source/scopes.ts";
import { losesComment } from "../edit/text-change.ts";
import { memberName } from "./builder-names.ts";
import type { MigrationWork } from "./migration-work.ts";
import type { PolicyModule, Written } from "./modules.ts";

/** Updates variables of a module to their current names: `req.Path` becomes `req.url.path`. */
export function renameVariables(module: PolicyModule, work: MigrationWork): void {
  const { names, options } = work;
  const namespaces = new Set(options.from.namespaces.map(({ name }) => name));
  const renamed = renamedVariables(options.from);
  for (const declaration of module.scopes.ofModule.values()) {
    if (declaration.kind !== "import") continue;
    const imported = names.imported(module, declaration);
    if (imported === undefined || (imported !== "*" && !namespaces.has(imported))) continue;
    for (const use of module.scopes.usesOf(declaration)) {
      const path = imported === "*" ? [] : [imported];
      const found = renamedChain({ module, node: use }, path, renamed);
      if (found !== undefined)
        rename({ module, node: use }, found, { declaration, imported, work });
    }
  }
}

function rename(
  { module, node: use }: Written,
  { node, name }: RenamedChain,
  {
    declaration,
    imported,
    work: { changes, imports },
  }: { declaration: Declaration; imported: string; work: MigrationWork },
): void {
  changes.attempt({ module, node: use }, () => {
    if (module.code.hasComment(use.start, node.end)) throw losesComment();
    const [namespace = "", ...rest] = name.split(".").map(camelCase);
    const isElsewhere = imported !== "*" && imported !== namespace;
    const root = isElsewhere
      ? imports.nameFor(module, namespace)
      : imported === "*"
        ? `${declaration.name}.${namespace}`
        : declaration.name;
    if (isElsewhere) imports.replaced(module, declaration);
    return [{ start: use.start, end: node.end, text: [root, ...rest].join(".") }];
  });
}

interface RenamedChain {
  readonly node: Node;
  readonly name: string;
}

function renamedChain(
  { module, node }: Written,
  path: readonly string[],
  renamed: ReadonlyMap<string, string>,
): RenamedChain | undefined {
  let found: RenamedChain | undefined;
  const names = [...path];
  for (let part = node; ;) {
    const around = module.code.parentOf(part);
    if (around?.type !== "MemberExpression" || around.object !== part) return found;
    const member = memberName(around);
    if (member === undefined) return found;
    names.push(member);
    const name = renamed.get(names.join("."));
    if (name !== undefined) found = { node: around, name };
    part = around;
  }
}

function renamedVariables({ namespaces }: Dialect): ReadonlyMap<string, string> {
  return new Map(
    namespaces.flatMap(({ variables }) =>
      variables.flatMap(({ name, renamedTo, unsure, type }): [string, string][] =>
        renamedTo === undefined || unsure !== undefined || type.includes("dyn")
          ? []
          : [[name.split(".").map(camelCase).join("."), renamedTo]],
      ),
    ),
  );
}

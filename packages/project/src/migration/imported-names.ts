import { builderModules } from "@traffic-policy/policy-builder/code";
import type { ImportDeclaration, ImportSpecifier } from "oxc-parser";
import { CannotChange } from "../edit/text-change.ts";
import { removal } from "../edit/value-changes.ts";
import { nameOf, type Declaration } from "../source/scopes.ts";
import { indentationAt, isFirstOnLine } from "./arguments.ts";
import type { BuilderNames } from "./builder-names.ts";
import type { CodeChanges } from "./code-changes.ts";
import type { PolicyModule } from "./modules.ts";

/** Maintains a module's imports from the builder: adds names that are now needed, and removes unused names. */
export class ImportedNames {
  readonly #changes: CodeChanges;
  readonly #names: BuilderNames;
  readonly #needed = new Map<PolicyModule, Map<string, { readonly isType: boolean }>>();
  readonly #replaced = new Map<Declaration, { readonly module: PolicyModule; count: number }>();

  constructor(changes: CodeChanges, names: BuilderNames) {
    this.#changes = changes;
    this.#names = names;
  }

  /**
   * Returns the local name of a builder export, importing it when necessary.
   *
   * @throws CannotChange when the module uses that name for something else
   */
  nameFor(module: PolicyModule, name: string, isType = false): string {
    let all: string | undefined;
    for (const declaration of module.scopes.ofModule.values()) {
      if (declaration.kind !== "import") continue;
      const imported = this.#names.imported(module, declaration);
      if (imported === name) return declaration.name;
      if (imported === "*") all = `${declaration.name}.${name}`;
    }
    if (all !== undefined) return all;
    const [other] = module.scopes.declarationsOf(name);
    if (other !== undefined || importOf(module, isType) === undefined) {
      throw new CannotChange(`"${name}" of the builder would have to be imported`);
    }
    const needed = this.#needed.get(module) ?? new Map<string, { readonly isType: boolean }>();
    const isOnlyType = isType && needed.get(name)?.isType !== false;
    this.#needed.set(module, needed.set(name, { isType: isOnlyType }));
    return name;
  }

  replaced(module: PolicyModule, declaration: Declaration): void {
    const before = this.#replaced.get(declaration) ?? { module, count: 0 };
    before.count += 1;
    this.#replaced.set(declaration, before);
  }

  write(): void {
    const unused = [...this.#replaced].filter(
      ([declaration, { module, count }]) => module.scopes.usesOf(declaration).length === count,
    );
    for (const [{ node }, { module }] of unused) {
      const [first] = this.#needed.get(module) ?? [];
      if (first !== undefined && !first[1].isType) {
        this.#needed.get(module)?.delete(first[0]);
        this.#changes.add(module, [{ start: node.start, end: node.end, text: first[0] }]);
        continue;
      }
      const around = module.code.parentOf(node);
      if (around?.type !== "ImportDeclaration") continue;
      const index = around.specifiers.findIndex((one) => one === node);
      if (module.code.hasComment(around.start, around.end)) continue;
      this.#changes.add(module, [removal(module.code, around.specifiers, index)]);
    }
    for (const [module, needed] of this.#needed) {
      for (const [name, { isType }] of [...needed].toSorted()) this.#insert(module, name, isType);
    }
  }

  #insert(module: PolicyModule, name: string, isType: boolean): void {
    const declaration = importOf(module, isType);
    const { text } = module.code;
    const specifiers = (declaration?.specifiers ?? []) as ImportSpecifier[];
    const written = isType && declaration?.importKind !== "type" ? `type ${name}` : name;
    const next = specifiers.find((one) => isAfter(one, name, isType));
    const last = specifiers.at(-1);
    if (last === undefined) return;
    const isOnLines = isFirstOnLine(text, last.start);
    const space = isOnLines ? `\n${indentationAt(text, last.start)}` : " ";
    const at = next === undefined ? last.end : next.start;
    const change = next === undefined ? `,${space}${written}` : `${written},${space}`;
    this.#changes.add(module, [{ start: at, end: at, text: change }]);
  }
}

function isAfter(specifier: ImportSpecifier, name: string, isType: boolean): boolean {
  const isTypeToo = specifier.importKind === "type";
  if (isTypeToo !== isType) return isTypeToo;
  return nameOf(specifier.imported).toLowerCase() > name.toLowerCase();
}

function importOf(module: PolicyModule, isType: boolean): ImportDeclaration | undefined {
  return module.code.program.body.find(
    (statement): statement is ImportDeclaration =>
      statement.type === "ImportDeclaration" &&
      statement.source.value === builderModules.directions &&
      (isType || statement.importKind !== "type") &&
      statement.specifiers.length > 0 &&
      statement.specifiers.every(({ type }) => type === "ImportSpecifier"),
  );
}

import { builderModules } from "@traffic-policy/policy-builder/code";
import type { Node } from "oxc-parser";
import { nameOf, type Declaration } from "../source/scopes.ts";
import { keyOf, unwrapped } from "../source/source-code.ts";
import type { PolicyModule, PolicyModules, Written } from "./modules.ts";

type Import = Extract<Declaration, { kind: "import" }>;

/** Resolves names in policy modules to the names of the builder. */
export class BuilderNames {
  readonly #modules: PolicyModules;

  constructor(modules: PolicyModules) {
    this.#modules = modules;
  }

  /**
   * Returns the builder's name of an expression, such as `rule`, also for `builder.rule`; undefined for anything
   * else.
   */
  of({ module, node: wrapped }: Written): string | undefined {
    const node = unwrapped(wrapped);
    if (node.type === "Identifier") {
      const declaration = module.scopes.declarationOf(node);
      if (declaration?.kind !== "import") return undefined;
      const name = this.imported(module, declaration);
      return name === "*" ? undefined : name;
    }
    if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
    const declaration = module.scopes.declarationOf(node.object);
    if (declaration?.kind !== "import" || this.imported(module, declaration) !== "*") {
      return undefined;
    }
    return memberName(node);
  }

  /** Resolves an import of the builder, also through a user module that re-exports it. */
  imported(module: PolicyModule, { from, imported }: Import): string | undefined {
    return this.#passedOn(module, from, imported);
  }

  #passedOn(module: PolicyModule, from: string, name: string): string | undefined {
    if (isBuilder(from)) return name;
    const file = this.#modules.fileOf(from, module.file);
    const next = file === undefined || file === module.file ? undefined : this.#modules.at(file);
    for (const statement of next?.code.program.body ?? []) {
      if (next === undefined) break;
      if (statement.type === "ExportAllDeclaration" && isBuilder(statement.source.value)) {
        if (statement.exported === null) return name;
        if (nameOf(statement.exported) === name) return "*";
      }
      if (statement.type !== "ExportNamedDeclaration" || statement.source === null) continue;
      const found = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
      if (found !== undefined) {
        return this.#passedOn(next, statement.source.value, nameOf(found.local));
      }
    }
    return undefined;
  }
}

function isBuilder(module: string): boolean {
  return module === builderModules.directions;
}

export function memberName(node: Node): string | undefined {
  if (node.type !== "MemberExpression" || node.object.type === "Super") return undefined;
  const { property, computed } = node;
  if (property.type === "PrivateIdentifier") return undefined;
  if (computed && property.type !== "Literal") return undefined;
  return keyOf({ key: property, computed: false });
}

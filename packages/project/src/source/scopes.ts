import type { ArrowFunctionExpression, Function as OtherFunction, Node } from "oxc-parser";
import { childrenOf, type SourceCode } from "./source-code.ts";

export type Declaration =
  | {
      readonly kind: "import";
      readonly name: string;
      readonly from: string;
      /** The exported name; `*` for the whole module. */
      readonly imported: string;
      readonly node: Node;
    }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly value: Node | undefined;
      readonly node: Node;
    }
  | { readonly kind: "function"; readonly name: string; readonly node: Node }
  | {
      readonly kind: "parameter";
      readonly name: string;
      readonly of: Node;
      readonly index: number;
      readonly node: Node;
    }
  | { readonly kind: "other"; readonly name: string; readonly node: Node };

type Names = Map<string, Declaration>;

/** Resolves the names in a module to their declarations. */
export class Scopes {
  readonly #code: SourceCode;
  readonly #names = new Map<Node, Names>();
  readonly #identifiers = new Map<string, Node[]>();

  constructor(code: SourceCode) {
    this.#code = code;
    for (const node of code.nodes) {
      this.#declare(node);
      if (node.type !== "Identifier" || this.#isOnlyAName(node)) continue;
      const same = this.#identifiers.get(node.name);
      if (same === undefined) this.#identifiers.set(node.name, [node]);
      else same.push(node);
    }
  }

  get ofModule(): ReadonlyMap<string, Declaration> {
    return this.#names.get(this.#code.program) ?? new Map();
  }

  declarationOf(identifier: Node): Declaration | undefined {
    if (identifier.type !== "Identifier" && identifier.type !== "JSXIdentifier") return undefined;
    for (
      let node: Node | undefined = identifier;
      node !== undefined;
      node = this.#code.parentOf(node)
    ) {
      const found = this.#names.get(node)?.get(identifier.name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  *declarationsOf(name: string): Iterable<Declaration> {
    for (const names of this.#names.values()) {
      const found = names.get(name);
      if (found !== undefined) yield found;
    }
  }

  usesOf(declaration: Declaration): readonly Node[] {
    const same = this.#identifiers.get(declaration.name) ?? [];
    return same.filter((node) => this.declarationOf(node) === declaration);
  }

  #declare(node: Node): void {
    switch (node.type) {
      case "ImportDeclaration":
        for (const specifier of node.specifiers) {
          const { local } = specifier;
          const imported =
            specifier.type === "ImportSpecifier"
              ? nameOf(specifier.imported)
              : specifier.type === "ImportDefaultSpecifier"
                ? "default"
                : "*";
          const from = node.source.value;
          const declared = { kind: "import", name: local.name, from, imported } as const;
          this.#add(this.#code.program, { ...declared, node: specifier });
        }
        return;
      case "VariableDeclarator": {
        const around = this.#code.parentOf(node);
        const isVar = around?.type === "VariableDeclaration" && around.kind === "var";
        const scope = this.#scopeOf(node, isVar);
        if (node.id.type === "Identifier") {
          const value = node.init ?? undefined;
          this.#add(scope, { kind: "variable", name: node.id.name, value, node });
        } else {
          for (const name of boundIn(node.id)) {
            this.#add(scope, { kind: "variable", name, value: undefined, node });
          }
        }
        return;
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (node.type === "FunctionDeclaration" && node.id !== null) {
          this.#add(this.#scopeOf(node, false), { kind: "function", name: node.id.name, node });
        }
        if (node.type === "FunctionExpression" && node.id !== null) {
          this.#add(node, { kind: "function", name: node.id.name, node });
        }
        for (const [index, parameter] of node.params.entries()) {
          if (parameter.type === "Identifier") {
            const { name } = parameter;
            this.#add(node, { kind: "parameter", name, of: node, index, node: parameter });
          } else {
            for (const name of boundIn(parameter)) {
              this.#add(node, { kind: "other", name, node: parameter });
            }
          }
        }
        return;
      case "ClassDeclaration":
        if (node.id !== null) {
          this.#add(this.#scopeOf(node, false), { kind: "other", name: node.id.name, node });
        }
        return;
      case "CatchClause":
        for (const name of node.param === null ? [] : boundIn(node.param)) {
          this.#add(node, { kind: "other", name, node });
        }
        return;
      default:
    }
  }

  #add(scope: Node, declaration: Declaration): void {
    const names = this.#names.get(scope) ?? new Map<string, Declaration>();
    names.set(declaration.name, declaration);
    this.#names.set(scope, names);
  }

  #scopeOf(node: Node, isVar: boolean): Node {
    let scope: Node = node;
    for (
      let around = this.#code.parentOf(node);
      around !== undefined;
      around = this.#code.parentOf(around)
    ) {
      scope = around;
      if (isFunction(around) || (!isVar && hasOwnNames.has(around.type))) break;
    }
    return scope;
  }

  #isOnlyAName(node: Node): boolean {
    const around = this.#code.parentOf(node);
    switch (around?.type) {
      case "MemberExpression":
        return around.property === node && !around.computed;
      case "Property":
        return around.key === node && !around.computed && !around.shorthand;
      case "MethodDefinition":
      case "PropertyDefinition":
        return around.key === node && !around.computed;
      case "ImportSpecifier":
      case "ImportDefaultSpecifier":
      case "ImportNamespaceSpecifier":
        return true;
      case "VariableDeclarator":
        return around.id === node;
      default:
        return false;
    }
  }
}

export function isFunction(node: Node): node is ArrowFunctionExpression | OtherFunction {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

const hasOwnNames: ReadonlySet<string> = new Set([
  "BlockStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "SwitchStatement",
  "StaticBlock",
]);

function boundIn(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "Property") return boundIn(pattern.value);
  if (pattern.type === "AssignmentPattern") return boundIn(pattern.left);
  return childrenOf<Node>(pattern).flatMap((child) =>
    /Pattern$|^(?:Property|RestElement|Identifier)$/.test(child.type) ? boundIn(child) : [],
  );
}

export function nameOf(name: { readonly name?: string; readonly value?: unknown }): string {
  return name.name ?? String(name.value);
}

import { existsSync, realpathSync } from "node:fs";
import type { Node } from "oxc-parser";
import type { Files } from "../files/files.ts";
import { isCode } from "../policies/load-policy.ts";
import { isFunction, nameOf, Scopes, type Declaration } from "../source/scopes.ts";
import { importedFile } from "../source/imported-file.ts";
import { childrenOf, keyOf, SourceCode, unwrapped } from "../source/source-code.ts";

export interface PolicyModule {
  /** Absolute path, with links resolved. */
  readonly file: string;
  readonly code: SourceCode;
  readonly scopes: Scopes;
}

export interface Written {
  readonly module: PolicyModule;
  readonly node: Node;
}

/** The modules that policies are written in. Traces values in them to their source. */
export class PolicyModules {
  readonly #all = new Map<string, PolicyModule>();
  readonly #files: Files;

  /** @param entries - absolute paths of the modules that export policies */
  constructor(entries: Iterable<string>, files: Files) {
    this.#files = files;
    const left = [...entries].map(realPath);
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      if (this.#all.has(file)) continue;
      const text = isCode(file) ? files.textIfReadable(file) : undefined;
      const code = text === undefined ? undefined : SourceCode.parse(file, text);
      if (code === undefined) continue;
      this.#all.set(file, { file, code, scopes: new Scopes(code) });
      for (const { value } of importedNames(code)) {
        const imported = this.fileOf(value, file);
        if (imported !== undefined) left.push(imported);
      }
    }
  }

  get all(): Iterable<PolicyModule> {
    return this.#all.values();
  }

  at(file: string): PolicyModule | undefined {
    return this.#all.get(realPath(file));
  }

  isSame(file: string, other: string | undefined): boolean {
    return other !== undefined && realPath(file) === realPath(other);
  }

  fileOf(specifier: string, importer: string): string | undefined {
    const meant = importedFile(specifier, importer, this.#files);
    return meant === undefined ? undefined : realPath(meant);
  }

  reachedFrom(file: string): ReadonlySet<string> {
    const reached = new Set([realPath(file)]);
    // A set that grows while it is visited.
    for (const one of reached) {
      const module = this.#all.get(one);
      for (const { value } of module === undefined ? [] : importedNames(module.code)) {
        const imported = this.fileOf(value, one);
        if (imported !== undefined) reached.add(imported);
      }
    }
    return reached;
  }

  /**
   * Returns the expressions that a value may come from: through names, user functions and their arguments, but not
   * through operators. Returns the value itself when its source is unknown.
   */
  sourcesOf(value: Written, seen: Set<Node> = new Set()): Written[] {
    const { module } = value;
    const node = unwrapped(value.node);
    if (seen.has(node)) return [];
    seen.add(node);
    const further = this.#behind({ module, node });
    if (further === undefined) return [{ module, node }];
    return further.flatMap((one) => this.sourcesOf(one, seen));
  }

  #behind({ module, node }: Written): Written[] | undefined {
    switch (node.type) {
      case "Identifier":
        return this.#declared({ module, node });
      case "ConditionalExpression":
        return [node.consequent, node.alternate].map((one) => ({ module, node: one }));
      case "LogicalExpression":
        return [node.left, node.right].map((one) => ({ module, node: one }));
      case "AwaitExpression":
        return [{ module, node: node.argument }];
      case "CallExpression": {
        const called = this.functionOf({ module, node: node.callee });
        return called === undefined ? undefined : returnedBy(called);
      }
      default:
        return undefined;
    }
  }

  functionOf(callee: Written): Written | undefined {
    const [only, other] = isName(callee.node) ? this.sourcesOf(callee) : [callee];
    if (only === undefined || other !== undefined) return undefined;
    return isFunction(unwrapped(only.node)) ? only : undefined;
  }

  #declared({ module, node }: Written): Written[] | undefined {
    const declaration = module.scopes.declarationOf(node);
    switch (declaration?.kind) {
      case "variable":
        return declaration.value === undefined ? undefined : [{ module, node: declaration.value }];
      case "function":
        return [{ module, node: declaration.node }];
      case "parameter":
        return this.#given(module, declaration.of, declaration.index);
      case "import": {
        const file = this.fileOf(declaration.from, module.file);
        const from = file === undefined ? undefined : this.#all.get(file);
        const found = from && this.#exported(from, declaration.imported);
        return found && [found];
      }
      default:
        return undefined;
    }
  }

  /** Returns the arguments for a parameter from the calls in all modules; undefined when the function has no name. */
  #given(module: PolicyModule, of: Node, index: number): Written[] | undefined {
    const around = module.code.parentOf(of);
    const name =
      around?.type === "VariableDeclarator"
        ? around.id
        : of.type === "FunctionDeclaration"
          ? of.id
          : undefined;
    const declaration =
      name?.type === "Identifier"
        ? [...module.scopes.declarationsOf(name.name)].find(
            (one) => one.node === of || (one.kind === "variable" && one.value === of),
          )
        : undefined;
    if (declaration === undefined) return undefined;
    return [...this.all]
      .flatMap((one): Written[] => {
        const names = one === module ? [declaration] : this.#importsOf({ module, node: of }, one);
        return names.flatMap((used) =>
          one.scopes.usesOf(used).map((node) => ({ module: one, node })),
        );
      })
      .flatMap(({ module: user, node }) => {
        const call = user.code.parentOf(node);
        if (call?.type !== "CallExpression" || call.callee !== node) return [];
        const argument = call.arguments[index];
        return argument === undefined || argument.type === "SpreadElement"
          ? []
          : [{ module: user, node: argument }];
      });
  }

  #importsOf({ module, node }: Written, importer: PolicyModule): Declaration[] {
    return [...importer.scopes.ofModule.values()].filter(
      (one) =>
        one.kind === "import" &&
        this.fileOf(one.from, importer.file) === module.file &&
        this.#exported(module, one.imported)?.node === node,
    );
  }

  #exported(module: PolicyModule, name: string): Written | undefined {
    for (const statement of module.code.program.body) {
      if (statement.type === "ExportDefaultDeclaration" && name === "default") {
        return { module, node: statement.declaration as Node };
      }
      if (statement.type !== "ExportNamedDeclaration") continue;
      for (const specifier of statement.specifiers) {
        if (nameOf(specifier.exported) !== name) continue;
        const local = nameOf(specifier.local);
        if (statement.source === null) return declaredIn(module, local);
        const file = this.fileOf(statement.source.value, module.file);
        const from = file === undefined ? undefined : this.#all.get(file);
        return from && this.#exported(from, local);
      }
      const { declaration } = statement;
      if (declaration?.type === "FunctionDeclaration" && declaration.id?.name === name) {
        return { module, node: declaration };
      }
      if (declaration?.type !== "VariableDeclaration") continue;
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier" && id.name === name && init !== null) {
          return { module, node: unwrapped<Node>(init) };
        }
      }
    }
    return undefined;
  }
}

function declaredIn(module: PolicyModule, name: string): Written | undefined {
  const declaration = module.scopes.ofModule.get(name);
  if (declaration?.kind === "function") return { module, node: declaration.node };
  if (declaration?.kind !== "variable" || declaration.value === undefined) return undefined;
  return { module, node: unwrapped(declaration.value) };
}

function isName(node: Node): boolean {
  return unwrapped(node).type === "Identifier";
}

function returnedBy({ module, node }: Written): Written[] | undefined {
  const of = unwrapped(node);
  if (of.type === "ArrowFunctionExpression" && of.expression) {
    return [{ module, node: of.body }];
  }
  if (!isFunction(of) || of.body === null) return undefined;
  const found: Written[] = [];
  const visit = (part: Node): void => {
    if (isFunction(part)) return;
    if (part.type === "ReturnStatement" && part.argument !== null) {
      found.push({ module, node: part.argument });
    }
    for (const child of childrenOf<Node>(part)) visit(child);
  };
  for (const child of childrenOf<Node>(of.body)) visit(child);
  return found;
}

/** Returns the module names in imports and exports, including type imports and dynamic imports. */
export function importedNames(code: SourceCode): { readonly value: string; readonly node: Node }[] {
  const found: { value: string; node: Node }[] = [];
  for (const node of code.nodes) {
    const name =
      node.type === "ImportExpression" || node.type === "TSImportType"
        ? node.source
        : "source" in node
          ? (node.source as Node | null)
          : null;
    if (name?.type === "Literal" && typeof name.value === "string") {
      found.push({ value: name.value, node: name });
    }
  }
  return found;
}

export interface WrittenMember {
  readonly module: PolicyModule;
  readonly object: Node;
  readonly property: Node;
}

/** Returns the members of an object literal, including spread objects. */
export function propertiesOf(
  modules: PolicyModules,
  value: Written,
): (WrittenMember & { readonly key: string })[] {
  return modules.sourcesOf(value).flatMap(({ module, node }) => {
    if (node.type !== "ObjectExpression") return [];
    return node.properties.flatMap((property) => {
      if (property.type === "SpreadElement") {
        return propertiesOf(modules, { module, node: property.argument });
      }
      const key = keyOf(property);
      return key === undefined ? [] : [{ module, object: node, property, key }];
    });
  });
}

export function valuesAt(
  modules: PolicyModules,
  roots: readonly Written[],
  path: readonly string[],
): readonly Written[] {
  return path.reduce<readonly Written[]>(
    (around, key) => around.flatMap((one) => below(modules, one, key)),
    roots,
  );
}

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

export function exportedBy(module: PolicyModule): Written[] {
  const node = module.code.defaultExport;
  if (node === undefined) return [];
  return isFunction(unwrapped(node)) ? (returnedBy({ module, node }) ?? []) : [{ module, node }];
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

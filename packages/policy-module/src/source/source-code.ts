import type { Position } from "@traffic-policy/policy-language";
import {
  parseSync,
  visitorKeys,
  type CallExpression,
  type Comment,
  type Expression,
  type ImportDeclarationSpecifier,
  type Node,
  type ObjectProperty,
  type Program,
  type StringLiteral,
  type TaggedTemplateExpression,
} from "oxc-parser";

/** What the builder remembers the place of. */
export type Call = CallExpression | TaggedTemplateExpression;

/** The syntax tree of a module. */
export class SourceCode {
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly #program: Program;
  readonly #calls = new Map<number, Call>();
  readonly #parents = new Map<Node, Node>();
  readonly #lineStarts: readonly number[];

  private constructor(text: string, program: Program, comments: readonly Comment[]) {
    this.text = text;
    this.comments = comments;
    this.#program = program;
    this.#lineStarts = [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(endOf)];
    this.#read(program);
  }

  /** Nothing when there are errors in the text. */
  static parse(file: string, text: string): SourceCode | undefined {
    const { program, comments, errors } = parseSync(file, text, { sourceType: "module" });
    return errors.length > 0 ? undefined : new SourceCode(text, program, comments);
  }

  /** What keeps a text from being parsed, each with its offset. */
  static errorsIn(file: string, text: string): { message: string; start: number }[] {
    const { errors } = parseSync(file, text, { sourceType: "module" });
    return errors.map(({ message, labels }) => ({ message, start: labels[0]?.start ?? 0 }));
  }

  /** The call that the engine and the builder name by this place; see `callSite` of the builder. */
  callAt({ line, column }: Position): Call | undefined {
    const start = this.#lineStarts[line - 1];
    return start === undefined ? undefined : this.#calls.get(start + column - 1);
  }

  /** What stands behind `export default`, if it is an expression. */
  get defaultExport(): Expression | undefined {
    for (const statement of this.#program.body) {
      if (statement.type !== "ExportDefaultDeclaration") continue;
      const { declaration } = statement;
      const isStatement = /Declaration$|^FunctionExpression$/.test(declaration.type);
      return isStatement ? undefined : (declaration as Expression);
    }
    return undefined;
  }

  /** The names that a module of this name is imported by, each with what it stands for there. */
  importsFrom(module: string): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const statement of this.#program.body) {
      if (statement.type !== "ImportDeclaration" || statement.source.value !== module) continue;
      for (const specifier of statement.specifiers) {
        names.set(specifier.local.name, importedName(specifier) ?? "*");
      }
    }
    return names;
  }

  /** The names of modules in its imports and exports, each with where it is. */
  get importedModules(): readonly StringLiteral[] {
    return this.#program.body.flatMap((statement) =>
      "source" in statement && statement.source !== null ? [statement.source] : [],
    );
  }

  /** Where a module imports a name from another one. */
  importOf(module: string, name: string): Node | undefined {
    for (const statement of this.#program.body) {
      if (statement.type !== "ImportDeclaration" || statement.source.value !== module) continue;
      const found = statement.specifiers.find((specifier) => importedName(specifier) === name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** Whether there is a comment somewhere between two places. */
  hasComment(start: number, end: number): boolean {
    return this.comments.some((comment) => comment.start < end && start < comment.end);
  }

  #read(node: Node): void {
    if (node.type === "TaggedTemplateExpression") this.#calls.set(node.quasi.start, node);
    if (node.type === "CallExpression") {
      const { callee } = node;
      if (callee.type === "Identifier") this.#calls.set(callee.start, node);
      else if (callee.type === "MemberExpression" && !callee.computed) {
        this.#calls.set(callee.property.start, node);
      }
    }
    for (const child of childrenOf(node)) {
      this.#parents.set(child, node);
      this.#read(child);
    }
  }
}

function importedName(specifier: ImportDeclarationSpecifier): string | undefined {
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  const { imported } = specifier as { imported?: { name?: string; value?: string } };
  return imported?.name ?? imported?.value;
}

/** The expression without what only the type checker looks at, and without parentheses. */
export function unwrapped(node: Node): Node {
  switch (node.type) {
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
      return unwrapped(node.expression);
    default:
      return node;
  }
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}

/** The nodes directly below a node. */
export function childrenOf(node: Node): Node[] {
  const members = node as unknown as Readonly<Record<string, Node | (Node | null)[] | null>>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const below = members[key];
    return Array.isArray(below) ? below.filter((item) => item !== null) : (below ?? []);
  });
}

/** The name of a property; nothing when it is computed. */
export function keyOf({ key, computed }: ObjectProperty): string | undefined {
  if (computed) return undefined;
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** `status_code` as the builder calls it. */
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Line and column, from 1, of an offset in UTF-16 units. */
export function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

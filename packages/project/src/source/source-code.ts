import { callsIn, childrenOf } from "@traffic-policy/policy-builder/code";
import { type Position } from "@traffic-policy/policy-language";
import { TextPositions } from "@traffic-policy/policy-language/internal";
import {
  parseSync,
  type CallExpression,
  type Comment,
  type Expression,
  type ImportDeclarationSpecifier,
  type Node,
  type Program,
  type StringLiteral,
  type TaggedTemplateExpression,
} from "oxc-parser";

export { childrenOf, keyOf, unwrapped } from "@traffic-policy/policy-builder/code";

/** A call whose location the builder records. */
export type Call = CallExpression | TaggedTemplateExpression;

/** The syntax tree of a module. */
export class SourceCode {
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly program: Program;
  /** Its lines and columns. */
  readonly positions: TextPositions;
  readonly #calls: ReadonlyMap<number, Call>;
  readonly #parents = new Map<Node, Node>();
  readonly #lineStarts: readonly number[];
  #nodes: readonly Node[] | undefined;

  private constructor(text: string, program: Program, comments: readonly Comment[]) {
    this.text = text;
    this.comments = comments;
    this.program = program;
    this.positions = new TextPositions(text);
    this.#lineStarts = [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(endOf)];
    this.#calls = callsIn({ text, program }) as ReadonlyMap<number, Call>;
    this.#read(program);
  }

  /** Nothing when there are errors in the text. */
  static parse(file: string, text: string): SourceCode | undefined {
    const { program, comments, errors } = parseSync(file, text, { sourceType: "module" });
    return errors.length > 0 ? undefined : new SourceCode(text, program, comments);
  }

  /** Returns the syntax errors of a text, each with its offset. */
  static errorsIn(file: string, text: string): { message: string; start: number }[] {
    const { errors } = parseSync(file, text, { sourceType: "module" });
    return errors.map(({ message, labels }) => ({ message, start: labels[0]?.start ?? 0 }));
  }

  /** The call that the engine and the builder name by this place; see `callSite` of the builder. */
  callAt({ line, column }: Position): Call | undefined {
    const start = this.#lineStarts[line - 1];
    return start === undefined ? undefined : this.#calls.get(start + column - 1);
  }

  /** All nodes below the program, and itself, each before those below it. */
  get nodes(): readonly Node[] {
    return (this.#nodes ??= [this.program, ...this.#parents.keys()]);
  }

  /** The expression after `export default`; undefined for other default exports. */
  get defaultExport(): Expression | undefined {
    for (const statement of this.program.body) {
      if (statement.type !== "ExportDefaultDeclaration") continue;
      const { declaration } = statement;
      const isStatement = /Declaration$|^FunctionExpression$/.test(declaration.type);
      return isStatement ? undefined : (declaration as Expression);
    }
    return undefined;
  }

  /** The names of the builder that are imported, in any dialect, each with what it stands for there. */
  get importsOfBuilder(): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const statement of this.program.body) {
      if (statement.type !== "ImportDeclaration") continue;
      if (!ofBuilder.test(statement.source.value)) continue;
      for (const specifier of statement.specifiers) {
        names.set(specifier.local.name, importedName(specifier) ?? "*");
      }
    }
    return names;
  }

  /** The names of modules in its imports and exports, each with where it is. */
  get importedModules(): readonly StringLiteral[] {
    return this.program.body.flatMap((statement) =>
      "source" in statement && statement.source !== null ? [statement.source] : [],
    );
  }

  /** Where a module imports a name from another one. */
  importOf(module: string, name: string): Node | undefined {
    for (const statement of this.program.body) {
      if (statement.type !== "ImportDeclaration" || statement.source.value !== module) continue;
      const found = statement.specifiers.find((specifier) => importedName(specifier) === name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** True when there is a comment between two offsets. */
  hasComment(start: number, end: number): boolean {
    return this.comments.some((comment) => comment.start < end && start < comment.end);
  }

  #read(node: Node): void {
    for (const child of childrenOf<Node>(node)) {
      this.#parents.set(child, node);
      this.#read(child);
    }
  }
}

const ofBuilder = /^(?:@traffic-policy\/policy-builder(?:\/|$)|traffic-policy\/phases$)/;

function importedName(specifier: ImportDeclarationSpecifier): string | undefined {
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  const { imported } = specifier as { imported?: { name?: string; value?: string } };
  return imported?.name ?? imported?.value;
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}

/** Line and column, from 1, of an offset in UTF-16 units. */
export function positionIn(text: string, offset: number): Position {
  return new TextPositions(text).at(offset);
}

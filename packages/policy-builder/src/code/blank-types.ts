import type {
  ArrowFunctionExpression,
  Class,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  FunctionNode,
  Identifier,
  ImportDeclaration,
  MethodDefinition,
  Node,
  Program,
  PropertyDefinition,
} from "./nodes.ts";
import { childrenOf, type ParsedModule } from "./syntax-tree.ts";

/** A module has a part that has no place in JavaScript, and is not only a type. */
export class NotErasableError extends Error {
  override readonly name = "NotErasableError";
  /** A hint on what to write instead. */
  readonly help: string;
  /** Where the part begins: a UTF-16 offset. */
  readonly start: number;

  constructor(node: Node) {
    const { reason, help } = notErasable(node);
    super(reason);
    this.help = help;
    this.start = node.start;
  }
}

/**
 * The JavaScript of a TypeScript module: spaces replace the types, and every other
 * character stays as it is, where it is. So what a text says is not changed, and line and column of
 * what runs are those of the file. Only where a removed type kept two parts of the code from one
 * another, a semicolon or a parenthesis takes its place.
 *
 * @throws NotErasableError for a module of which more than types would have to be removed
 */
export function blankTypes({ text, program, comments }: ParsedModule): string {
  const blanks = new Blanks(text, comments);
  blanks.read(program as Program);
  return blanks.result();
}

class Blanks {
  readonly #text: string;
  readonly #comments: ParsedModule["comments"];
  readonly #blanked: { readonly start: number; readonly end: number }[] = [];
  readonly #put = new Map<number, string>();
  /** Ends of statements and class members that may have no semicolon, only a line break. */
  readonly #ends = new Set<number>();
  /** Declarations that do not end where a statement ends. */
  readonly #heads = new Set<Node>();
  readonly #imports: ImportDeclaration[] = [];
  readonly #exports: (ExportDefaultDeclaration | ExportNamedDeclaration)[] = [];
  readonly #types = new Set<string>();
  readonly #values = new Set<string>();

  constructor(text: string, comments: ParsedModule["comments"]) {
    this.#text = text;
    this.#comments = comments;
  }

  read(program: Program): void {
    for (const statement of program.body) this.#readNames(statement);
    // Not by recursion: a sum of thousands of texts is as deep.
    const left: Node[] = [program];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      for (const below of this.#look(node).toReversed()) left.push(below);
    }
    for (const node of this.#exports) this.#readExport(node);
    for (const node of this.#imports) this.#readImport(node);
  }

  result(): string {
    for (const { start, end } of this.#blanked) if (this.#ends.has(end)) this.#put.set(start, ";");
    const pieces: string[] = [];
    let at = 0;
    const inOrder = this.#blanked.toSorted((one, other) => one.start - other.start);
    for (const { start, end } of inOrder) {
      pieces.push(this.#text.slice(at, start));
      pieces.push(this.#text.slice(Math.max(at, start), end).replaceAll(notLineBreak, " "));
      at = Math.max(at, end);
    }
    pieces.push(this.#text.slice(at));
    const units = pieces.join("");
    at = 0;
    pieces.length = 0;
    for (const [offset, character] of [...this.#put].toSorted(([one], [other]) => one - other)) {
      pieces.push(units.slice(at, offset), character);
      at = offset + 1;
    }
    return pieces.join("") + units.slice(at);
  }

  #readNames(statement: Node): void {
    switch (statement.type) {
      case "ExportNamedDeclaration":
        if (statement.declaration !== null) this.#readNames(statement.declaration);
        break;
      case "ImportDeclaration":
        for (const one of statement.specifiers) {
          if (isTypeImport(statement) || isTypeImport(one)) this.#types.add(one.local.name);
        }
        break;
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        this.#types.add(statement.id.name);
    }
  }

  /** @returns the child nodes to visit, in order */
  #look(node: Node): Node[] {
    if (this.#isTypeOnly(node)) {
      this.#remove(node);
      return [];
    }
    switch (node.type) {
      case "TSTypeAnnotation":
      case "TSTypeParameterDeclaration":
      case "TSTypeParameterInstantiation":
        this.#blank(node.start, node.end);
        return [];
      case "TSAsExpression":
      case "TSSatisfiesExpression": {
        const keyword = node.type === "TSAsExpression" ? "as" : "satisfies";
        this.#blank(this.#find(keyword, node.expression.end), node.end);
        return [node.expression];
      }
      case "TSNonNullExpression":
        this.#blank(node.end - 1, node.end);
        return [node.expression];
      case "TSInstantiationExpression":
        break;
      case "ImportDeclaration":
        this.#imports.push(node);
        return [];
      case "ExportNamedDeclaration":
        if (node.declaration !== null) break;
        this.#exports.push(node);
        return [];
      case "ExportDefaultDeclaration":
        this.#ends.add(node.end);
        if (node.declaration.type !== "Identifier") break;
        this.#exports.push(node);
        return [];
      case "ExpressionStatement":
      case "ReturnStatement":
      case "ThrowStatement":
        this.#ends.add(node.end);
        break;
      case "VariableDeclaration":
        if (!this.#heads.has(node)) this.#ends.add(node.end);
        break;
      case "ForStatement":
        if (node.init !== null) this.#heads.add(node.init);
        break;
      case "ForInStatement":
      case "ForOfStatement":
        this.#heads.add(node.left);
        break;
      case "VariableDeclarator":
        if (node.definite === true) this.#blankToken("!", node.id.start);
        break;
      case "Identifier":
        this.#values.add(node.name);
        if (isOptional(node)) this.#blankToken("?", node.start);
        break;
      case "ArrayPattern":
      case "ObjectPattern":
        if (isOptional(node)) {
          const mark = this.#findBefore("?", node.typeAnnotation?.start ?? node.end);
          this.#blank(mark, mark + 1);
        }
        break;
      case "MemberExpression":
        if (!node.computed) return [node.object];
        break;
      case "Property":
        if (!node.computed) return [node.value];
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
        this.#lookAtFunction(node);
        break;
      case "ArrowFunctionExpression":
        this.#lookAtArrow(node);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        this.#lookAtClass(node);
        return childrenOf<Node>(node).filter(({ type }) => type !== "TSClassImplements");
      case "MethodDefinition":
      case "PropertyDefinition":
        this.#lookAtMember(node);
        if (!node.computed) return childrenOf<Node>(node).filter((child) => child !== node.key);
        break;
      case "Decorator":
      case "AccessorProperty":
        throw new NotErasableError(node);
      default:
        if (node.type.startsWith("TS")) throw new NotErasableError(node);
    }
    return childrenOf<Node>(node);
  }

  #isTypeOnly(node: Node): boolean {
    if ("declare" in node && node.declare === true) return true;
    switch (node.type) {
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSAbstractAccessorProperty":
      case "TSAbstractMethodDefinition":
      case "TSAbstractPropertyDefinition":
      case "TSDeclareFunction":
      case "TSIndexSignature":
        return true;
      case "TSImportEqualsDeclaration":
        return node.importKind === "type";
      case "TSModuleDeclaration":
        return node.body?.body.every((part) => this.#isTypeOnly(part)) === true;
      case "MethodDefinition":
        return node.value.type === "TSEmptyBodyFunctionExpression";
      case "ExportAllDeclaration":
        return node.exportKind === "type";
      case "ExportDefaultDeclaration":
        return this.#isTypeOnly(node.declaration);
      case "ExportNamedDeclaration":
        if (node.exportKind === "type") return true;
        return node.declaration !== null && this.#isTypeOnly(node.declaration);
      case "ImportDeclaration":
        return isTypeImport(node);
      default:
        return false;
    }
  }

  #lookAtFunction({ params }: FunctionNode): void {
    const [first] = params;
    if (first?.type !== "Identifier" || first.name !== "this") return;
    this.#blank(first.start, this.#afterComma(first.end));
  }

  /**
   * Keeps line breaks away from places that JavaScript forbids: before `(` where a statement could end, and before
   * `=>`.
   */
  #lookAtArrow({ typeParameters, returnType }: ArrowFunctionExpression): void {
    if (typeParameters) {
      const parenthesis = this.#find("(", typeParameters.end);
      if (this.#hasLineBreak(typeParameters.start, parenthesis)) {
        this.#put.set(typeParameters.start, "(").set(parenthesis, " ");
      }
    }
    if (!returnType) return;
    const parenthesis = this.#findBefore(")", returnType.start);
    if (this.#hasLineBreak(parenthesis, returnType.end)) {
      this.#put.set(parenthesis, " ").set(returnType.end - 1, ")");
    }
  }

  #lookAtClass(node: Class): void {
    if (node.abstract === true) this.#blankToken("abstract", node.start);
    const last = node.implements?.at(-1);
    if (last === undefined) return;
    const before = node.superTypeArguments ?? node.superClass ?? node.typeParameters ?? node.id;
    this.#blank(this.#find("implements", before?.end ?? node.start), last.end);
  }

  #lookAtMember(node: MethodDefinition | PropertyDefinition): void {
    this.#ends.add(node.end);
    const { start, key, computed } = node;
    for (const { 0: word, index } of this.#text.slice(start, key.start).matchAll(/\w+/g)) {
      const at = start + index;
      if (!modifiers.has(word) || this.#commentAt(at) !== undefined) continue;
      this.#blank(at, at + word.length);
      // What follows must not become a part of the member before.
      if (at === start) this.#put.set(at, ";");
    }
    const afterKey = computed ? this.#find("]", key.end) : key.end;
    if (node.optional === true) this.#blankToken("?", afterKey);
    if ("definite" in node && node.definite === true) this.#blankToken("!", afterKey);
  }

  #readExport(node: ExportDefaultDeclaration | ExportNamedDeclaration): void {
    const isType = (name: string): boolean => this.#types.has(name) && !this.#values.has(name);
    if (node.type === "ExportDefaultDeclaration") {
      const { name } = node.declaration as Identifier;
      if (isType(name)) this.#remove(node);
      else this.#values.add(name);
      return;
    }
    const types = node.specifiers.filter(({ exportKind, local }) => {
      if (exportKind === "type") return true;
      if (node.source !== null || local.type !== "Identifier") return false;
      if (isType(local.name)) return true;
      this.#values.add(local.name);
      return false;
    });
    if (types.length > 0 && types.length === node.specifiers.length) this.#remove(node);
    else for (const { start, end } of types) this.#blank(start, this.#afterComma(end));
  }

  /** Blanks imported names that are never used as a value. An import without names stays, for its effects. */
  #readImport(node: ImportDeclaration): void {
    const { specifiers } = node;
    const types = specifiers.filter(
      (one) => isTypeImport(one) || !this.#values.has(one.local.name),
    );
    if (types.length > 0 && types.length === specifiers.length) return this.#remove(node);
    for (const type of types) {
      const { start, end } = type;
      // `import a, * as b` is the only one of its kind that no comma may follow.
      if (type.type === "ImportNamespaceSpecifier") this.#blank(this.#findBefore(",", start), end);
      else this.#blank(start, this.#afterComma(end));
    }
  }

  #remove({ start, end }: Node): void {
    this.#blank(start, end);
    this.#put.set(start, ";");
  }

  #blank(start: number, end: number): void {
    this.#blanked.push({ start, end });
  }

  #blankToken(token: string, from: number): void {
    const start = this.#find(token, from);
    this.#blank(start, start + token.length);
  }

  #find(token: string, from: number): number {
    for (let at = from; ;) {
      at = this.#text.indexOf(token, at);
      const comment = this.#commentAt(at);
      if (comment === undefined) return at;
      at = comment.end;
    }
  }

  #findBefore(token: string, end: number): number {
    for (let at = end; ;) {
      at = this.#text.lastIndexOf(token, at - 1);
      const comment = this.#commentAt(at);
      if (comment === undefined) return at;
      at = comment.start;
    }
  }

  /** Returns the end of a comma that follows; the same offset when there is none. */
  #afterComma(end: number): number {
    for (let at = end; ;) {
      const comment = this.#commentAt(at);
      if (comment !== undefined) at = comment.end;
      else if (/\s/.test(this.#text.charAt(at))) at += 1;
      else return this.#text.charAt(at) === "," ? at + 1 : end;
    }
  }

  #commentAt(offset: number): ParsedModule["comments"][number] | undefined {
    let [from, to] = [0, this.#comments.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#comments[middle]?.end ?? 0) <= offset) from = middle + 1;
      else to = middle;
    }
    const next = this.#comments[from];
    return next !== undefined && next.start <= offset ? next : undefined;
  }

  #hasLineBreak(start: number, end: number): boolean {
    return /[\n\r\u2028\u2029]/.test(this.#text.slice(start, end));
  }
}

/** The parser's types declare `optional` for fewer nodes than have it. */
function isOptional(node: object): boolean {
  return "optional" in node && node.optional === true;
}

function isTypeImport(node: object): boolean {
  return "importKind" in node && node.importKind === "type";
}

const notLineBreak = /[^\n\r\u2028\u2029]/g;

const modifiers: ReadonlySet<string> = new Set([
  "public",
  "private",
  "protected",
  "readonly",
  "override",
]);

interface Refusal {
  readonly reason: string;
  readonly help: string;
}

const refusals: { readonly [T in Node["type"]]?: Omit<Refusal, "reason"> & { what: string } } = {
  TSEnumDeclaration: {
    what: "Enums",
    help: 'Write an object: `const Color = { red: "red" } as const;`.',
  },
  TSModuleDeclaration: {
    what: "Namespaces with values",
    help: "Export the values from a module of their own.",
  },
  TSParameterProperty: {
    what: "Parameter properties",
    help: "Declare the field, and assign it in the constructor.",
  },
  TSImportEqualsDeclaration: {
    what: "`import x = …` declarations",
    help: 'Write `import x from "…";`.',
  },
  TSExportAssignment: { what: "`export =` assignments", help: "Write `export default …;`." },
  TSTypeAssertion: { what: "Type assertions in angle brackets", help: "Write `value as Type`." },
};

const notInNode: typeof refusals = {
  Decorator: { what: "Decorators", help: "Call the function that decorates." },
  AccessorProperty: { what: "`accessor` fields", help: "Write a getter and a setter." },
};

function notErasable({ type }: Node): Refusal {
  const missing = notInNode[type];
  if (missing !== undefined) {
    const { what, help } = missing;
    return { reason: `${what} are not supported: Node.js does not run them.`, help };
  }
  const { what, help } = refusals[type] ?? {
    what: "Parts of this kind",
    help: "Write it in JavaScript.",
  };
  return {
    reason: `${what} are not supported: only types are removed before the file runs.`,
    help,
  };
}

import type { Files } from "@traffic-policy/project";
import { fromPointer, type SourceRange } from "@traffic-policy/policy-language";
import { indentationAt, lineBreakOf } from "@traffic-policy/policy-language/internal";
import { parseSync, type Expression, type Node, type Program } from "oxc-parser";
import { positionIn, unwrapped } from "@traffic-policy/project/source";

/** Finds the source positions of parts of a module's exports, as deep as they are literals. */
export class ExportPlaces {
  readonly #name: string;
  readonly #text: string;
  readonly #program: Program;
  readonly #key: string;

  /**
   * @param file - absolute path
   * @param key - key of the list in the exports: `cases`
   */
  constructor(file: string, key: string, files: Files) {
    this.#name = files.nameOf(file);
    this.#key = key;
    this.#text = files.textOf(file);
    this.#program = parseSync(file, this.#text, { sourceType: "module" }).program;
  }

  locate(pointer: string): SourceRange {
    const [first, ...keys] = fromPointer(pointer);
    const given = this.#given();
    let node = first === undefined ? given : this.#member(given, String(first));
    for (const key of keys) {
      const inner = node && this.#member(node, String(key));
      if (inner === undefined) break;
      node = inner;
    }
    return this.#range(node ?? given);
  }

  /**
   * Returns the text with items appended to the list; undefined when the list is not a literal in the module.
   *
   * @param items - each without indentation
   */
  withItems(items: readonly string[]): string | undefined {
    const list = this.#member(this.#given(), this.#key);
    if (list?.type !== "ArrayExpression") return undefined;
    const last = list.elements.at(-1);
    const text = this.#text;
    const [from, end] = [last?.end ?? list.start + 1, list.end - 1];
    // A comment on the same line is about the item before it.
    const [start = "", comma = "", comment = ""] =
      /^(\s*,)?([ \t]*\/\/.*)?/.exec(text.slice(from, end)) ?? [];
    const rest = text.slice(from + start.length, end);
    const isClear = rest.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, "").trim() === "";
    if (last === null || !isClear) return undefined;
    const lineBreak = lineBreakOf(text);
    const outside = indentationAt(text, list.start);
    const isOnOwnLine = last !== undefined && text.slice(list.start, last.start).includes("\n");
    const inside = isOnOwnLine ? indentationAt(text, last.start) : `${outside}  `;
    const lines = items
      .flatMap((item) => `${item},`.split("\n"))
      .map((line) => lineBreak + inside + line)
      .join("");
    const tail = rest.includes("\n") ? rest : lineBreak + outside + rest.trimStart();
    const separator = last === undefined ? comma : ",";
    return text.slice(0, from) + separator + comment + lines + tail + text.slice(end);
  }

  #given(): Node | undefined {
    for (const statement of this.#program.body) {
      if (statement.type !== "ExportDefaultDeclaration") continue;
      const exported = this.#resolved(statement.declaration as Expression);
      if (exported.type !== "CallExpression") return exported;
      const last = exported.arguments.at(-1);
      return last === undefined ? exported : this.#resolved(last);
    }
    return undefined;
  }

  #member(of: Node | undefined, key: string): Node | undefined {
    if (of === undefined) return undefined;
    if (of.type === "ArrayExpression") {
      // A list instead of the object around it.
      if (key === this.#key) return of;
      const element = isPlainList(of.elements) ? of.elements[Number(key)] : undefined;
      return element ? this.#resolved(element) : undefined;
    }
    if (of.type !== "ObjectExpression") return undefined;
    for (const property of of.properties) {
      if (property.type !== "Property" || property.computed) continue;
      const { key: name, value } = property;
      const isMeant = name.type === "Identifier" ? name.name === key : isText(name, key);
      if (isMeant) return this.#resolved(value);
    }
    return undefined;
  }

  #resolved(node: Node): Node {
    const inner = unwrapped(node);
    if (inner.type !== "Identifier") return inner;
    for (const statement of this.#program.body) {
      const declaration =
        statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declaration?.type !== "VariableDeclaration") continue;
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier" && id.name === inner.name && init !== null) {
          return unwrapped(init);
        }
      }
    }
    return inner;
  }

  #range(node: Node | undefined): SourceRange {
    return {
      file: this.#name,
      start: positionIn(this.#text, node?.start ?? 0),
      end: positionIn(this.#text, node?.end ?? 0),
    };
  }
}

function isPlainList(elements: readonly (Node | null)[]): boolean {
  return elements.every((element) => element?.type !== "SpreadElement");
}

function isText(node: Node, text: string): boolean {
  return node.type === "Literal" && node.value === text;
}

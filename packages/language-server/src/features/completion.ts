import type { Dialect, JsonSchema, JsonValue, Span } from "@traffic-policy/policy-language";
import {
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem,
  type TextEdit,
} from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn, type PlacedExpression } from "../documents/expressions.ts";
import { namesRule } from "../documents/rule-references.ts";
import {
  quotedIn,
  writtenExpressionAt,
  writtenPlaceAt,
  type Quoted,
  type WrittenPlace,
} from "../documents/marked-place.ts";
import { keysOf, schemasAt, valuesOf, type PossibleKey } from "../documents/schema-at.ts";
import type { Path, TreeNode } from "../documents/tree.ts";
import { inStyle } from "../documents/written-text.ts";
import { completeExpression, type Completion } from "../expression/complete.ts";
import { variablesBefore } from "./variables.ts";

/** What completion needs beside the document. */
export interface CompletionSources {
  /** The schema of the kind of document; nothing where there is none. */
  readonly schema: JsonSchema | undefined;
  /** The names of the rules of the policy that a document of cases or assertions is about. */
  readonly ruleNames: readonly string[];
  /** Whether the client knows snippets; others get texts without places to fill in. */
  readonly hasSnippets: boolean;
}

/** What can be written at an offset of a document. */
export function complete(
  document: EditorDocument,
  offset: number,
  sources: CompletionSources,
): CompletionItem[] {
  const items = itemsAt(document, offset, sources);
  return sources.hasSnippets ? items : items.map(withoutPlaces);
}

function itemsAt(
  document: EditorDocument,
  offset: number,
  sources: CompletionSources,
): CompletionItem[] {
  const place = writtenPlaceAt(document, offset);
  const expression = writtenExpressionAt(document, offset, place);
  if (place === undefined) {
    return expression === undefined
      ? inBuilder(document, offset)
      : inExpression(document, expression, offset);
  }
  if (document.kind === "other") return [];
  // No client replaces what stands in other lines.
  const replaced = document.positions.inLineOf(offset, place.replaced);
  const structure = new Structure(document, { ...place, replaced }, offset, sources);
  if (expression !== undefined) {
    // In YAML, a word may become a key, of the fields of `when` say.
    const { style, value } = place.text;
    const keys = style === "plain" && /^\w*$/.test(value) ? structure.keysBelow() : [];
    return [...inExpression(document, expression, offset), ...keys];
  }
  return structure.items();
}

/** The names of variables in the quotes of `vars.field("…")`. */
function inBuilder(document: EditorDocument, offset: number): CompletionItem[] {
  if (document.language !== "code") return [];
  const isHere = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  const read = document.codeVariables.reads.find(({ node, span }) => node && isHere(span));
  if (read?.node === undefined || read.node.style === "plain") return [];
  const { map, span, node } = read;
  const range = document.positions.rangeOf(span);
  return variablesBefore(document, { node })(map).map((one) => ({
    label: one.name,
    kind: CompletionItemKind.Variable,
    ...(one.type !== undefined && { detail: one.type }),
    documentation: { kind: "markdown" as const, value: one.documentation },
    textEdit: { range, newText: inStyle(one.name, node.style) },
  }));
}

function inExpression(
  document: EditorDocument,
  expression: PlacedExpression,
  offset: number,
): CompletionItem[] {
  const at = offsetIn(expression, offset);
  const variables = variablesBefore(document, expression);
  return completeExpression(expression.site, at, variables).map((one) => {
    const replaced = rangeIn(expression, one.replaces);
    const range = document.positions.rangeOf(document.positions.inLineOf(offset, replaced));
    return {
      ...itemOf(one),
      textEdit: { range, newText: inStyle(one.text, expression.node.style) },
    };
  });
}

/** A snippet as a text: a call up to its first argument, and all else with nothing in its places. */
function withoutPlaces(item: CompletionItem): CompletionItem {
  const { insertTextFormat, textEdit, ...rest } = item;
  if (insertTextFormat !== InsertTextFormat.Snippet || textEdit === undefined) return item;
  const call = /^[\w.]+\((?=.*\$)/.exec(textEdit.newText)?.[0];
  const newText = call ?? textEdit.newText.replaceAll(/\$\d/g, "");
  return { ...rest, textEdit: { ...textEdit, newText } };
}

function itemOf({ documentation, deprecated, isSnippet, ...one }: Completion): CompletionItem {
  const { label, kind, detail, sortText, filterText } = one;
  return {
    label,
    kind,
    ...(detail !== undefined && { detail }),
    ...(sortText !== undefined && { sortText }),
    ...(filterText !== undefined && { filterText }),
    ...(documentation !== undefined && {
      documentation: { kind: "markdown" as const, value: documentation },
    }),
    ...(deprecated === true && { tags: [CompletionItemTag.Deprecated] }),
    ...(isSnippet === true && { insertTextFormat: InsertTextFormat.Snippet }),
  };
}

/** Keys and values of the document itself. */
class Structure {
  readonly #document: EditorDocument;
  readonly #place: WrittenPlace;
  readonly #sources: CompletionSources;
  readonly #quoted: Quoted | undefined;

  constructor(
    document: EditorDocument,
    place: WrittenPlace,
    offset: number,
    sources: CompletionSources,
  ) {
    this.#document = document;
    this.#place = place;
    this.#sources = sources;
    const quoted = quotedIn(document.text, place.replaced);
    const isInside = quoted !== undefined && offset >= quoted.start && offset <= quoted.end;
    this.#quoted = isInside ? quoted : undefined;
  }

  items(): CompletionItem[] {
    const { path, isKey } = this.#place;
    if (isKey) return this.#keys();
    const named = this.#ruleNames();
    if (named.length > 0) return named;
    const values = valuesOf(this.#schemas(path)).filter(({ value }) =>
      this.#isPossible(path, value),
    );
    if (this.#quoted !== undefined) {
      const texts = values.filter(({ value }) => typeof value === "string");
      return texts.map(({ value, description }) => this.#item(value, { description }));
    }
    return [
      ...values.map(({ value, description }) => this.#item(value, { description })),
      ...this.#wholes(),
      ...this.keysBelow(),
    ];
  }

  #schemas(path: Path): readonly JsonSchema[] {
    const { schema } = this.#sources;
    return schema === undefined ? [] : schemasAt(schema, this.#place.root, path);
  }

  #keys(): CompletionItem[] {
    const { path, around } = this.#place;
    const object = around.at(-1);
    const has = new Set(
      object?.kind === "object"
        ? object.members.flatMap(({ key }) =>
            key.start === this.#place.text.start ? [] : key.value,
          )
        : [],
    );
    const isNew = object?.kind !== "object" || !this.#hasValue(object);
    const parent = path.slice(0, -1);
    return [...keysOf(this.#schemas(parent), has).values()].map((key) =>
      this.#keyItem(key, parent, isNew),
    );
  }

  /** Keys of the object that the value could be, where a word may become a key: in YAML, in a line of its own. */
  keysBelow(): CompletionItem[] {
    if (this.#document.language !== "yaml" || this.#isInBrackets()) return [];
    if (!/^[\s-]*$/.test(this.#before)) return [];
    const { path } = this.#place;
    return [...keysOf(this.#schemas(path)).values()].map((key) => this.#keyItem(key, path, true));
  }

  #hasValue(object: TreeNode & { readonly kind: "object" }): boolean {
    const { start } = this.#place.text;
    return object.members.some(({ key, value }) => key.start === start && value !== undefined);
  }

  #keyItem(
    { name, schema, isRequired }: PossibleKey,
    parent: Path,
    isNew: boolean,
  ): CompletionItem {
    const isYaml = this.#document.language === "yaml";
    const value = isNew ? `: ${emptyValue(this.#schemas([...parent, name]), isYaml)}` : "";
    return {
      label: name,
      kind: CompletionItemKind.Property,
      sortText: `${isRequired ? 0 : 1}${name}`,
      insertTextFormat: InsertTextFormat.Snippet,
      ...(schema.description !== undefined && { documentation: schema.description }),
      textEdit: this.#edit(name, value),
    };
  }

  #item(
    value: unknown,
    {
      description,
      kind = CompletionItemKind.Value,
    }: { description?: string | undefined; kind?: CompletionItemKind },
  ): CompletionItem {
    return {
      label: typeof value === "string" ? value : JSON.stringify(value),
      kind,
      ...(description !== undefined && { documentation: description }),
      textEdit: this.#edit(value as JsonValue),
    };
  }

  /** Whole rules and actions. */
  #wholes(): CompletionItem[] {
    const { path } = this.#place;
    const { dialect, kind } = this.#document;
    const [section, rule, part, index] = path;
    if (kind !== "policy" || typeof section !== "string" || typeof rule !== "number") return [];
    if (!dialect.sections.has(section)) return [];
    if (path.length === 2) {
      const example = { name: "$1", expressions: ["$2"], actions: [{ type: "$3" }] };
      const about = "A rule: its actions run when its expressions are true.";
      return [this.#snippet("rule", about, { value: example, isTemplate: true })];
    }
    if (part !== "actions" || typeof index !== "number" || path.length !== 4) return [];
    return [...dialect.actions.values()]
      .filter(({ type }) => this.#isAllowed(dialect, type, section))
      .map(({ type, description, config, example }) => {
        const needed = Object.fromEntries(
          Object.entries(example).filter(([key]) => config.required?.includes(key) === true),
        );
        const filled = Object.keys(needed).length > 0 ? needed : example;
        const action = { type, ...(Object.keys(filled).length > 0 && { config: filled }) };
        return this.#snippet(type, description, { value: action as JsonValue, isTemplate: false });
      });
  }

  #snippet(
    label: string,
    documentation: string,
    { value, isTemplate }: { readonly value: JsonValue; readonly isTemplate: boolean },
  ): CompletionItem {
    const textEdit = this.#edit(value);
    return {
      label,
      kind: CompletionItemKind.Snippet,
      ...(textEdit.newText.includes("\n") && { insertTextMode: InsertTextMode.asIs }),
      documentation,
      sortText: `2${label}`,
      insertTextFormat: isTemplate ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit,
    };
  }

  /** Types of actions only where they may stand. */
  #isPossible(path: Path, value: unknown): boolean {
    const [section, , ...rest] = path;
    // In some dialects, an action stands where a rule does.
    const isType = /^(?:actions,\d+,)?type$/.test(rest.join(","));
    if (this.#document.kind !== "policy" || !isType) return true;
    return this.#isAllowed(this.#document.dialect, String(value), String(section));
  }

  #isAllowed(dialect: Dialect, type: string, section: string): boolean {
    const { sections, unsureSections = {} } = dialect.actions.get(type) ?? {};
    return this.#document.protocols.some(
      (protocol) =>
        sections?.[protocol].includes(section) === true ||
        unsureSections[protocol]?.includes(section) === true,
    );
  }

  #ruleNames(): CompletionItem[] {
    const isOne = namesRule(this.#place.path, this.#document.kind);
    return isOne
      ? this.#sources.ruleNames.map((name) =>
          this.#item(name, { kind: CompletionItemKind.Reference }),
        )
      : [];
  }

  /** A value as it is written here, its lines indented as a client leaves them. */
  #written(value: JsonValue): string {
    const { yaml } = this.#document;
    const before = this.#before;
    if (yaml === undefined) {
      const indentation = /^\s*/.exec(before)?.[0] ?? "";
      return JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indentation}`);
    }
    if (this.#isInBrackets()) return yaml.text(value, "brackets");
    // The keys of an item are below each other, right of its dash.
    const indentation = before.replaceAll(/\S/g, " ");
    return yaml.text(value, "lines").replaceAll(/\n(?=.)/g, `\n${indentation}`);
  }

  /** What stands before it in its line. */
  get #before(): string {
    const { start } = this.#place.replaced;
    const before = this.#document.text.slice(Math.max(0, start - 1000), start);
    return /[^\r\n]*$/.exec(before)?.[0] ?? "";
  }

  #isInBrackets(): boolean {
    const { text } = this.#document;
    return this.#place.around.some(({ start }) => text[start] === "[" || text[start] === "{");
  }

  /** Puts a value where something is written, with what follows when it is a key. */
  #edit(value: JsonValue, after = ""): TextEdit {
    const { positions } = this.#document;
    const { replaced, text } = this.#place;
    const quoted = this.#quoted;
    if (quoted === undefined || typeof value !== "string") {
      return { range: positions.rangeOf(replaced), newText: `${this.#written(value)}${after}` };
    }
    const { start, quote, isClosed } = quoted;
    const isWhole = after !== "" || !isClosed;
    const end = isWhole ? replaced.end : quoted.end;
    const newText = `${inStyle(value, text.style)}${isWhole ? quote : ""}${after}`;
    return { range: positions.rangeOf({ start, end }), newText };
  }
}

/** What follows a new key, as a snippet. */
function emptyValue(schemas: readonly JsonSchema[], isYaml: boolean): string {
  const [named] = valuesOf(schemas);
  const types = schemas.flatMap(({ type }) => type ?? []);
  const first = types[0] ?? typeof named?.value;
  if (isYaml) return first === "object" || first === "array" ? "" : "$1";
  if (first === "object") return "{$1}";
  if (first === "array") return "[$1]";
  return first === "string" ? '"$1"' : "$1";
}

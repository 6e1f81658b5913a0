import {
  type Dialect,
  type JsonSchema,
  type JsonValue,
  type Span,
} from "@traffic-policy/policy-language";
import { indentationUnitOf } from "@traffic-policy/policy-language/internal";
import {
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem,
} from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn, type PlacedExpression } from "../documents/expressions.ts";
import { namesRule } from "../documents/names.ts";
import { orderOfAction, orderOfKey } from "../documents/usual-use.ts";
import { knownAt } from "../documents/known-fields.ts";
import { schemasAt } from "../documents/schema-at.ts";
import {
  keysOf,
  valuesOf,
  type PossibleKey,
  type PossibleValue,
} from "../documents/schema-choices.ts";
import type { Path } from "@traffic-policy/policy-language/editing";
import {
  dashedPlacesAt,
  isAmongItems,
  nextSign,
  quotedIn,
  writtenPlacesAt,
  type Places,
  type Quoted,
  type WrittenPlace,
  isInBrackets,
  missingCommas,
  type MissingCommas,
} from "@traffic-policy/policy-language/completing";
import { inStyle } from "../documents/written-text.ts";
import { completeExpression, type Completion } from "../expression/complete.ts";
import { variablesBefore } from "../documents/variables.ts";

export interface CompletionSources {
  readonly schema: JsonSchema | undefined;
  readonly ruleNames: readonly string[];
  readonly hasSnippets: boolean;
}

export function completionItems(
  document: EditorDocument,
  offset: number,
  sources: CompletionSources,
): CompletionItem[] {
  const items = itemsAt(document, offset, sources);
  return sources.hasSnippets ? items : items.map(withEmptyPlaces);
}

function itemsAt(
  document: EditorDocument,
  offset: number,
  sources: CompletionSources,
): CompletionItem[] {
  if (document.language === "code") {
    const expression = document.expressionAt(offset);
    return expression === undefined
      ? inBuilder(document, offset)
      : inExpression(document, expression, offset, sources);
  }
  const dashed = dashedPlacesAt(document, offset);
  const isItem = dashed.value !== undefined && isAmongItems(document.text, dashed.value);
  const here = isItem ? {} : writtenPlacesAt(document, offset);
  const itemsOf = ({ value, key }: Places, lead = ""): CompletionItem[] =>
    [value, key].flatMap((place) =>
      place === undefined ? [] : itemsIn(document, place, offset, sources, lead),
    );
  return document.kind === "other"
    ? []
    : [
        ...itemsOf(here),
        ...itemsOf(dashed, dash).map(({ label, filterText = label, ...item }) => ({
          ...item,
          label: dash + label,
          filterText,
        })),
      ];
}

const dash = "- ";

function itemsIn(
  document: EditorDocument,
  place: WrittenPlace,
  offset: number,
  sources: CompletionSources,
  lead: string,
): CompletionItem[] {
  const { positions, text } = document;
  // No client replaces what stands in other lines.
  const replaced = positions.inLineOf(offset, place.replaced);
  const insertion = new Insertion(document, { ...place, replaced }, lead);
  const expression = document.writtenExpressionAt(offset, place);
  if (expression !== undefined) {
    return inExpression(document, expression, offset, sources, insertion);
  }
  const { start, end } = place.replaced;
  const isWhole = replaced.start === start && replaced.end === end;
  const isOpen = quotedIn(text, replaced)?.isClosed === false;
  // Behind a quote without a second one, it may be part of something else.
  if (!isWhole || (isOpen && /["',:[\]{}]/.test(place.text.value))) return [];
  return new Structure(document, insertion, offset, sources).items();
}

function inBuilder(document: EditorDocument, offset: number): CompletionItem[] {
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
  { hasSnippets }: CompletionSources,
  insertion?: Insertion,
): CompletionItem[] {
  const at = offsetIn(expression, offset);
  const variables = variablesBefore(document, expression);
  const found = completeExpression(expression.site, at, variables).map((one) =>
    hasSnippets ? one : withoutPlaces(one),
  );
  const wholes = insertion?.wholes(expression, found);
  if (wholes !== undefined) {
    return found.map((one, index) => ({ ...itemOf(one), ...wholes[index] }));
  }
  const fitting = found.filter((one) => insertion?.fits(expression, one) !== false);
  return fitting.map((one) => {
    const replaced = rangeIn(expression, one.replaces);
    const range = document.positions.rangeOf(document.positions.inLineOf(offset, replaced));
    return {
      ...itemOf(one),
      textEdit: { range, newText: inStyle(one.text, expression.node.style) },
    };
  });
}

function withoutPlaces({ text, isSnippet, ...others }: Completion): Completion {
  if (isSnippet !== true) return { ...others, text };
  return { ...others, text: /^[\w.]+\((?=.*\$)/.exec(text)?.[0] ?? text };
}

function withEmptyPlaces(item: CompletionItem): CompletionItem {
  const { insertTextFormat, textEdit, ...rest } = item;
  if (insertTextFormat !== InsertTextFormat.Snippet || textEdit === undefined) return item;
  const newText = textEdit.newText.replaceAll(/\\(\$)|\$\d/g, "$1");
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

class Structure {
  readonly #document: EditorDocument;
  readonly #place: WrittenPlace;
  readonly #insertion: Insertion;
  readonly #sources: CompletionSources;
  readonly #quoted: Quoted | undefined;

  constructor(
    document: EditorDocument,
    insertion: Insertion,
    offset: number,
    sources: CompletionSources,
  ) {
    const { place } = insertion;
    this.#document = document;
    this.#place = place;
    this.#insertion = insertion;
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
    const values = [...valuesOf(this.#schemas(path)), ...this.#known(path, false)];
    const possible = values
      .filter(({ value }) => this.#isPossible(path, value))
      .map((one) => ({ ...one, isAction: this.#isActionType(path) }));
    if (this.#quoted !== undefined) {
      const texts = possible.filter(({ value }) => typeof value === "string");
      return texts.map(({ value, ...about }) => this.#item(value, about));
    }
    return [
      ...possible.map(({ value, ...about }) => this.#item(value, about)),
      ...this.#wholes(),
      ...this.#keysOfDocument(),
    ];
  }

  #schemas(path: Path): readonly JsonSchema[] {
    const { schema } = this.#sources;
    return schema === undefined ? [] : schemasAt(schema, this.#place.root, path);
  }

  #keys(): CompletionItem[] {
    const { path, around, replaced, text } = this.#place;
    const object = around.at(-1);
    const there =
      object?.kind === "object"
        ? object.members.flatMap(({ key }) => (key.start === text.start ? [] : key.value))
        : [];
    const parent = path.slice(0, -1);
    const keys = this.#keysOf(parent, there);
    return nextSign(this.#document.text, replaced.end) === ":"
      ? keys.map((key, index) => ({ ...aboutKey(key, index), ...this.#edit(key.name) }))
      : keys.map((key, index) => this.#keyItem(key, { parent, brackets: "", index }));
  }

  #keysOfDocument(): CompletionItem[] {
    const { path, replaced } = this.#place;
    const { language, text } = this.#document;
    if (language === "yaml" || path.length > 0 || nextSign(text, replaced.end) !== "") return [];
    return this.#keysOf(path).map((key, index) =>
      this.#keyItem(key, { parent: path, brackets: "{}", index }),
    );
  }

  #keysOf(path: Path, there: readonly string[] = []): PossibleKey[] {
    const keys = keysOf(this.#schemas(path), new Set(there));
    // The names of headers may be written in either case.
    const has = new Set(there.map((key) => key.toLowerCase()));
    const known = this.#known(path, true).map(({ value, description }) => ({
      name: String(value),
      schema: { description },
      isRequired: false,
    }));
    return [...keys.values(), ...known.filter(({ name }) => !has.has(name.toLowerCase()))];
  }

  #known(path: Path, isOfKeys: boolean): PossibleValue[] {
    const { root } = this.#place;
    const schemasOf = (one: Path): readonly JsonSchema[] => this.#schemas(one);
    return knownAt(this.#document, { root, path, isOfKeys, schemasAt: schemasOf });
  }

  #keyItem(
    key: PossibleKey,
    {
      parent,
      brackets,
      index,
    }: { readonly parent: Path; readonly brackets: "" | "{}"; readonly index: number },
  ): CompletionItem {
    const { language } = this.#document;
    const value = emptyValue(this.#schemas([...parent, key.name]), language === "yaml");
    const [open = "", close = ""] = brackets;
    return {
      ...aboutKey(key, index),
      insertTextFormat: InsertTextFormat.Snippet,
      ...this.#edit(key.name, { before: open, after: `: ${value}${close}` }),
    };
  }

  #item(
    value: unknown,
    {
      description,
      kind = CompletionItemKind.Value,
      isAction = false,
    }: {
      readonly description?: string | undefined;
      readonly kind?: CompletionItemKind;
      readonly isAction?: boolean;
    },
  ): CompletionItem {
    return {
      label: typeof value === "string" ? value : JSON.stringify(value),
      kind,
      ...(isAction && { sortText: orderOfAction(String(value)) }),
      ...(description !== undefined && { documentation: description }),
      ...this.#edit(value as JsonValue),
    };
  }

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
    return {
      label,
      kind: CompletionItemKind.Snippet,
      // Its lines are indented already.
      insertTextMode: InsertTextMode.asIs,
      documentation,
      // A whole rule comes before its keys, and so does a whole action.
      sortText: isTemplate ? "0" : `0${orderOfAction(label)}`,
      insertTextFormat: isTemplate ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      ...this.#edit(value),
    };
  }

  #isPossible(path: Path, value: unknown): boolean {
    if (!this.#isActionType(path)) return true;
    return this.#isAllowed(this.#document.dialect, String(value), String(path[0]));
  }

  #isActionType([, , ...rest]: Path): boolean {
    // In some dialects, an action stands where a rule does.
    return this.#document.kind === "policy" && /^(?:actions,\d+,)?type$/.test(rest.join(","));
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
      ? this.#sources.ruleNames
          .filter((name) => name !== "")
          .map((name) => this.#item(name, { kind: CompletionItemKind.Reference }))
      : [];
  }

  /** Replaces the text at the place with a value. For a new key, adds the surrounding text as a snippet. */
  #edit(value: JsonValue, around?: { readonly before: string; readonly after: string }): Edits {
    const { replaced, text } = this.#place;
    const { before = "", after = "" } = around ?? {};
    const given = (written: string): string =>
      around === undefined ? written : written.replaceAll("$", String.raw`\$`);
    const quoted = this.#quoted;
    if (quoted === undefined || typeof value !== "string") {
      return this.#insertion.replace(before + given(this.#insertion.written(value)) + after);
    }
    const { start, quote, isClosed } = quoted;
    const isWhole = around !== undefined || !isClosed || this.#insertion.needsComma;
    const newText = `${given(inStyle(value, text.style))}${isWhole ? quote : ""}${after}`;
    return this.#insertion.replace(newText, { start, end: isWhole ? replaced.end : quoted.end });
  }
}

function aboutKey(
  { name, schema: { description }, isRequired }: PossibleKey,
  index: number,
): CompletionItem {
  return {
    label: name,
    kind: CompletionItemKind.Property,
    sortText: orderOfKey(name, { isRequired, index }),
    ...(description !== undefined && { documentation: description }),
  };
}

function emptyValue(schemas: readonly JsonSchema[], isYaml: boolean): string {
  const [named] = valuesOf(schemas);
  const types = schemas.flatMap(({ type }) => type ?? []);
  const first = types[0] ?? typeof named?.value;
  if (isYaml) return first === "object" || first === "array" ? "" : "$1";
  if (first === "object") return "{$1}";
  if (first === "array") return "[$1]";
  return first === "string" ? '"$1"' : "$1";
}

export type Edits = Pick<CompletionItem, "textEdit" | "additionalTextEdits" | "filterText">;

const noCommas: MissingCommas = { before: undefined, isAfter: false };

/** Writes a value at a place of JSON or YAML, separated from its neighbours. */
export class Insertion {
  readonly place: WrittenPlace;
  readonly isInBrackets: boolean;
  readonly #document: EditorDocument;
  readonly #lead: string;
  readonly #commas: MissingCommas;

  constructor(document: EditorDocument, place: WrittenPlace, lead: string) {
    const { language, text } = document;
    this.place = place;
    this.isInBrackets = isInBrackets(text, place);
    this.#document = document;
    this.#lead = lead;
    this.#commas = language === "json" ? missingCommas(text, place) : noCommas;
  }

  get before(): string {
    const { start } = this.place.replaced;
    const before = this.#document.text.slice(Math.max(0, start - 1000), start);
    return (/[^\r\n]*$/.exec(before)?.[0] ?? "") + this.#lead;
  }

  get needsComma(): boolean {
    return this.#commas.isAfter;
  }

  replace(newText: string, { start, end }: Span = this.place.replaced): Edits {
    const { positions } = this.#document;
    const { before, isAfter } = this.#commas;
    const after = isAfter && end === this.place.replaced.end ? "," : "";
    const textEdit = {
      range: positions.rangeOf({ start, end }),
      newText: `${this.#lead}${before === start ? ", " : ""}${newText}${after}`,
    };
    if (before === undefined || before === start) return { textEdit };
    const range = positions.rangeOf({ start: before, end: before });
    return { textEdit, additionalTextEdits: [{ range, newText: "," }] };
  }

  written(value: JsonValue): string {
    const { text, yaml } = this.#document;
    if (yaml === undefined) {
      if (typeof value !== "object") return JSON.stringify(value);
      const indentation = /^\s*/.exec(this.before)?.[0] ?? "";
      const lines = JSON.stringify(value, undefined, indentationUnitOf(text));
      return lines.replaceAll("\n", `\n${indentation}`);
    }
    if (this.isInBrackets) return yaml.text(value, "brackets");
    // The keys of an item are below each other, right of its dash.
    const indentation = this.before.replaceAll(/\S/g, " ");
    return yaml.text(value, "lines").replaceAll(/\n(?=.)/g, `\n${indentation}`);
  }

  /**
   * Replaces a whole plain text with the completed expressions, each quoted when it must be. Clients expect all items
   * to replace the same span. Undefined when replacing a part is enough.
   */
  wholes(
    { node: { value }, start }: PlacedExpression,
    completions: readonly Completion[],
  ): readonly Edits[] | undefined {
    const { text, replaced } = this.place;
    const isInOneLine = replaced.start === text.start && replaced.end === text.end;
    if (text.style !== "plain" || !isInOneLine) return undefined;
    const all = completions.map(({ replaces, ...one }) => {
      const before = value.slice(0, start + replaces.start);
      const after = value.slice(start + replaces.end);
      return { ...one, before, after, hasQuotes: this.#needsQuotes(before + one.text + after) };
    });
    if (this.#lead === "" && all.every(({ hasQuotes }) => !hasQuotes)) return undefined;
    return all.map(({ label, filterText = label, isSnippet, hasQuotes, ...one }) => {
      const [before, inserted, after] = [one.before, one.text, one.after].map((part) =>
        inStyle(part, hasQuotes ? "double" : "plain"),
      );
      const given = (part = ""): string =>
        isSnippet === true ? part.replaceAll(/[$}\\]/g, String.raw`\$&`) : part;
      const quote = hasQuotes ? '"' : "";
      const newText = `${quote}${given(before)}${inserted}${given(after)}${quote}`;
      return { ...this.replace(newText), filterText: one.before + filterText };
    });
  }

  fits(
    { node: { value, style }, start }: PlacedExpression,
    { replaces, text }: Completion,
  ): boolean {
    const all = value.slice(0, start + replaces.start) + text + value.slice(start + replaces.end);
    return style !== "plain" || !this.#needsQuotes(all);
  }

  #needsQuotes(text: string): boolean {
    const { yaml } = this.#document;
    if (yaml === undefined) return true;
    return (this.isInBrackets ? yaml.plainOrQuoted(text) : yaml.text(text, "lines")) !== text;
  }
}

import {
  type BoundDefinition,
  type CelType,
  type FunctionDefinition,
  type Overload,
  type Span,
  typeText,
} from "@traffic-policy/policy-language";
import {
  isAssignable,
  isCurrentVariable,
  isOpen,
  macroForms,
  type MacroForm,
  parseType,
  type VariableTree,
  variableTree,
} from "@traffic-policy/policy-language/internal";
import { CompletionItemKind } from "vscode-languageserver-types";
import {
  functionSummary,
  isAvailable,
  macroSignature,
  namespaceSummary,
  sentence,
  signatureText,
  variableSummary,
} from "./describe.ts";
import { type Expectation, expectationAround } from "./expectation.ts";
import type { ExpressionSite } from "./expression-site.ts";
import { knownNumbers, knownTexts, type KnownValue } from "./known-values.ts";
import { boundBy, branchOf, pathOf } from "./names.ts";
import {
  startOfOperand,
  contentOf,
  endsOperand,
  type Token,
  Tokens,
} from "@traffic-policy/policy-language/editing";
import { bindingsAround, type TokenRange, typeOfBinding, typeOfOperand } from "./scope.ts";
import { filledMap, readBy } from "./variable-reads.ts";

export interface Completion {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** The span to replace: the part of a name on both sides of the offset. */
  readonly replaces: Span;
  readonly text: string;
  /** True when the text has placeholders, in the protocol's snippet syntax. */
  readonly isSnippet?: boolean;
  readonly sortText?: string;
  readonly filterText?: string;
  readonly deprecated?: boolean;
}

export interface KnownVariable {
  readonly name: string;
  readonly type?: string | undefined;
  readonly values: readonly { readonly value: string; readonly isText: boolean }[];
  /** Markdown. */
  readonly documentation: string;
}

export type VariablesIn = (map: string) => readonly KnownVariable[];

interface Completing extends ExpressionSite {
  readonly variablesIn: VariablesIn;
  readonly whole: Tokens;
}

type Item = Omit<Completion, "replaces" | "sortText"> & { readonly rank: keyof typeof ranks };

const ranks = {
  value: 1,
  local: 2,
  name: 3,
  macro: 4,
  method: 5,
  function: 6,
  literal: 7,
} as const;

/**
 * Returns the completions at an offset. They depend on the text on the left. The text on the right only adds values
 * that fit it, as in `'‸' == req.method`, and tells where the name at the offset ends, because the name is replaced.
 */
export function completeExpression(
  given: ExpressionSite,
  offset: number,
  variablesIn: VariablesIn = () => [],
): Completion[] {
  const site: Completing = { ...given, variablesIn, whole: new Tokens(given.text) };
  const tokens = new Tokens(site.text.slice(0, offset));
  if (tokens.isInComment(offset)) return [];
  const last = tokens.list.length - 2;
  const token = tokens.list[last];
  if (token?.isOpen === true && token.end === offset) {
    const { start } = contentOf(tokens.text, token);
    const rest = /^[\w./+-]*/.exec(site.text.slice(offset))?.[0] ?? "";
    return placed(textItems(site, tokens, last), site, offset, {
      start,
      end: offset + rest.length,
    });
  }
  const isInWord = token !== undefined && token.end === offset && isWord.has(token.kind);
  const start = isInWord ? token.start : offset;
  const items = itemsAt(site, tokens, isInWord ? last : last + 1);
  const right = site.whole.list.find((one) => one.start === start);
  const end = right !== undefined && isReplaced(right, items) ? right.end : offset;
  return placed(items, site, offset, { start, end: Math.max(offset, end) });
}

const isWord: ReadonlySet<string> = new Set(["name", "number", "true", "false", "null", "in"]);

/** True when items replace the token that begins at the same place, so that two words are not joined. */
function isReplaced({ kind, ...token }: Token, items: readonly Item[]): boolean {
  if (kind === "string") return token.isOpen !== true && items.some(({ rank }) => rank === "value");
  // The operator stays, of which the left operand is missing.
  return isWord.has(kind) && (kind !== "in" || items.some(({ text }) => text === "in"));
}

function placed(
  items: readonly Item[],
  { text }: ExpressionSite,
  offset: number,
  replaces: Span,
): Completion[] {
  const prefix = text.slice(replaces.start, offset).toLowerCase();
  const isCalled = text[replaces.end] === "(";
  return items.flatMap(({ rank, ...item }) =>
    (item.filterText ?? item.label).toLowerCase().startsWith(prefix)
      ? [
          {
            ...item,
            ...(isCalled && item.isSnippet === true && { text: item.label, isSnippet: false }),
            replaces,
            sortText: `${ranks[rank]}${item.label}`,
          },
        ]
      : [],
  );
}

function itemsAt(site: Completing, tokens: Tokens, at: number): Item[] {
  const previous = tokens.kind(at - 1);
  if (tokens.kind(at) === "number") return previous === "." ? [] : valueItems(site, tokens, at);
  if (previous === ".") {
    const first = startOfOperand(tokens, at - 1);
    if (first !== undefined) return memberItems(site, tokens, { first, last: at - 2 });
    const beforeDot = tokens.kind(at - 2);
    return beforeDot === "." || beforeDot === "unknown" || endsOperand(beforeDot)
      ? []
      : [...namespaceItems(site), ...functionItems(site)];
  }
  if (previous === "unknown") return [];
  if (endsOperand(previous)) return [keywordItem("in")];
  const { parent, macro, ordinal } = tokens.list[at] ?? {};
  // The first argument of a macro is a new name.
  if (macro !== undefined && macro >= 0 && parent === macro && ordinal === 0) return [];
  return [
    ...valueItems(site, tokens, at),
    ...localItems(site, tokens, at),
    ...namespaceItems(site),
    ...functionItems(site),
    ...macroItems(undefined),
    keywordItem("true"),
    keywordItem("false"),
  ];
}

function keywordItem(label: string): Item {
  return { label, kind: CompletionItemKind.Keyword, text: label, rank: "literal" };
}

function textItems(site: Completing, tokens: Tokens, at: number): Item[] {
  const expectation = expectationAround(site, tokens, at, site.whole);
  const keys = keyItems(site, expectation, (name) => name);
  const set = setValues(site, expectation).filter(({ isText }) => isText);
  const values = [...set, ...knownTexts(expectation ?? {})].map(
    ({ value, meaning: detail }): Item => {
      return { label: value, kind: CompletionItemKind.Value, detail, text: value, rank: "value" };
    },
  );
  return [...keys, ...values];
}

function setValues(
  site: Completing,
  { variable }: Expectation = {},
): readonly (KnownValue & { readonly isText: boolean })[] {
  if (variable === undefined) return [];
  const known = site.variablesIn(variable.map).find(({ name }) => name === variable.name);
  return known?.values ?? [];
}

function valueItems(site: Completing, tokens: Tokens, at: number): Item[] {
  const expectation = expectationAround(site, tokens, at, site.whole) ?? {};
  const kind = CompletionItemKind.Value;
  const set = setValues(site, expectation);
  return [
    ...keyItems(site, expectation, (name) => `'${name}'`),
    ...[...set.filter(({ isText }) => isText), ...knownTexts(expectation)].map(
      ({ value, meaning: detail }): Item => {
        const text = `'${value}'`;
        return { label: text, kind, detail, text, filterText: value, rank: "value" };
      },
    ),
    ...[...set.filter(({ isText }) => !isText), ...knownNumbers(expectation)].map(
      ({ value, meaning: detail }): Item => {
        return { label: value, kind, detail, text: value, rank: "value" };
      },
    ),
  ];
}

function keyItems(
  site: Completing,
  { keyOf }: Expectation = {},
  write: (name: string) => string,
): Item[] {
  const variables = keyOf === undefined ? [] : site.variablesIn(keyOf);
  return variables.map((one) => variableItem(one, write(one.name)));
}

function variableItem({ name, type, documentation }: KnownVariable, text: string): Item {
  return {
    label: text,
    kind: CompletionItemKind.Variable,
    detail: type,
    documentation,
    text,
    filterText: name,
    rank: "local",
  };
}

function localItems(site: ExpressionSite, tokens: Tokens, at: number): Item[] {
  const bindings = new Map(bindingsAround(tokens, at).map((one) => [one.name, one]));
  const bound = Object.entries(site.field?.names ?? {}).filter(([name]) => !bindings.has(name));
  return [
    ...[...bindings.values()].map((binding): Item => ({
      label: binding.name,
      kind: CompletionItemKind.Variable,
      detail: typeText(typeOfBinding(site, tokens, binding)),
      text: binding.name,
      rank: "local",
    })),
    ...bound.map(([name, { type, description }]): Item => ({
      label: name,
      kind: CompletionItemKind.Variable,
      detail: type,
      documentation: sentence(description),
      text: name,
      rank: "local",
    })),
  ];
}

function namespaceItems(site: ExpressionSite): Item[] {
  return branchItems(site, variableTree(site.dialect), []);
}

function branchItems(site: ExpressionSite, branch: VariableTree, path: readonly string[]): Item[] {
  return [...branch.children].flatMap(([label, child]): Item[] => {
    if (!leadsToVariable(site, child)) return [];
    const { definition } = child;
    if (definition === undefined || !isOffered(site, child)) {
      const documentation = namespaceSummary(site, [...path, label]);
      const kind = CompletionItemKind.Module;
      return [{ label, kind, documentation, text: label, rank: "name" }];
    }
    return [
      {
        label,
        kind: CompletionItemKind.Variable,
        detail: definition.type,
        documentation: variableSummary(definition),
        text: label,
        rank: "name",
      },
    ];
  });
}

function isOffered(site: ExpressionSite, { definition }: VariableTree): boolean {
  return definition !== undefined && isCurrentVariable(definition) && isAvailable(site, definition);
}

function leadsToVariable(site: ExpressionSite, branch: VariableTree): boolean {
  return (
    isOffered(site, branch) ||
    [...branch.children.values()].some((child) => leadsToVariable(site, child))
  );
}

function memberItems(site: Completing, tokens: Tokens, operand: TokenRange): Item[] {
  const path = pathOf(site, tokens, operand);
  const branch = path && branchOf(site, path);
  const own = path && branch ? branchItems(site, branch, path) : [];
  const qualified = path === undefined ? [] : functionItems(site, `${path.join(".")}.`);
  const isNamespace = branch !== undefined && branch.definition === undefined;
  const type = isNamespace
    ? undefined
    : (typeOfSet(site, tokens, operand) ?? typeOfOperand(site, tokens, operand));
  if (type === undefined) return [...own, ...qualified];
  const map = filledMap(site, tokens, operand);
  const variables = map === undefined ? [] : site.variablesIn(map);
  return [
    ...variables
      .filter(({ name }) => /^[A-Za-z_]\w*$/.test(name))
      .map((one) => variableItem(one, one.name)),
    ...own,
    ...qualified,
    ...keysOf(boundBy(site, tokens, operand)),
    ...fieldItems(site, type),
    ...macroItems(type),
    ...methodItems(site, type),
  ];
}

function typeOfSet(site: Completing, tokens: Tokens, operand: TokenRange): CelType | undefined {
  const read = readBy(site, tokens, operand);
  const known = read && site.variablesIn(read.map).find(({ name }) => name === read.name);
  return known?.type === undefined ? undefined : parseType(known.type);
}

function keysOf({ keys = {} }: Partial<BoundDefinition> = {}): Item[] {
  return Object.entries(keys).map(([label, description]) => ({
    label,
    kind: CompletionItemKind.Field,
    documentation: sentence(description),
    text: label,
    rank: "name",
  }));
}

function fieldItems({ dialect }: ExpressionSite, type: CelType): Item[] {
  const record = type.kind === "record" ? dialect.records.get(type.name) : undefined;
  const fields = record?.fields.filter(({ renamedTo }) => renamedTo === undefined) ?? [];
  return fields.map(({ name, type: detail, description }) => ({
    label: name,
    kind: CompletionItemKind.Field,
    detail,
    documentation: sentence(description),
    text: name,
    rank: "name",
  }));
}

function methodItems(site: ExpressionSite, type: CelType): Item[] {
  return availableFunctions(site).flatMap((definition) => {
    const overloads = definition.overloads.filter(
      ({ target }) => target !== undefined && isAssignable(type, parseType(target), new Map()),
    );
    const { Method: kind } = CompletionItemKind;
    return callItem(definition, overloads, { label: definition.name, kind, rank: "method" });
  });
}

/** @param prefix - for names with dots, the part that is already written */
function functionItems(site: ExpressionSite, prefix = ""): Item[] {
  return availableFunctions(site).flatMap((definition) => {
    const { name } = definition;
    if (!name.startsWith(prefix)) return [];
    const overloads = definition.overloads.filter(({ target }) => target === undefined);
    const label = name.slice(prefix.length);
    const { Function: kind } = CompletionItemKind;
    return callItem(definition, overloads, { label, kind, rank: "function" });
  });
}

function availableFunctions(site: ExpressionSite): FunctionDefinition[] {
  return [...site.dialect.functions.values()].filter((one) => isAvailable(site, one));
}

function callItem(
  definition: FunctionDefinition,
  overloads: readonly Overload[],
  item: Pick<Item, "label" | "kind" | "rank">,
): Item[] {
  const [first, ...others] = overloads;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` (+${others.length})`;
  const text = callSnippet(item.label, definition, overloads);
  return [
    {
      ...item,
      detail: `${signatureText(definition.name, first)}${more}`,
      documentation: functionSummary(definition),
      text,
      isSnippet: true,
    },
  ];
}

/**
 * Writes placeholders for as few arguments as a call allows, inside quotes where a literal text is usual. Prefers an
 * overload that takes a formatted literal.
 */
function callSnippet(
  name: string,
  { headerName }: FunctionDefinition,
  overloads: readonly Overload[],
): string {
  const least = Math.min(...overloads.map(({ parameters }) => parameters.length));
  const shortest = overloads.filter(({ parameters }) => parameters.length === least);
  const usual = shortest.find(({ formats }) => formats !== undefined) ?? shortest[0];
  const places = usual?.parameters.map((type, index) => {
    const place = `\${${index + 1}:${usual.parameterNames?.[index] ?? placeName(type)}}`;
    const isText = type === "string";
    const isOnly = least === 1 && shortest.length === 1;
    const isLiteral = isOnly || headerName !== undefined || usual.formats?.[index] !== undefined;
    return isText && isLiteral ? `'${place}'` : place;
  });
  return `${name}(${places?.join(", ") ?? ""})`;
}

function placeName(type: string): string {
  return /^\w+/.exec(type)?.[0] ?? "value";
}

function macroItems(type: CelType | undefined): Item[] {
  const hasItems = type?.kind === "list" || type?.kind === "map" || (type && isOpen(type));
  const names = new Set(
    macroForms
      .filter(({ target }) => (target === undefined ? type === undefined : hasItems === true))
      .map(({ name }) => name),
  );
  return [...names].map((name) => {
    const [form, ...others] = macroForms.filter((one) => one.name === name);
    return macroItem(name, form, others.length);
  });
}

function macroItem(name: string, form: MacroForm | undefined, others: number): Item {
  const places = form?.parameters.map((parameter, index) => `\${${index + 1}:${parameter}}`) ?? [];
  return {
    label: name,
    kind: form?.target === undefined ? CompletionItemKind.Function : CompletionItemKind.Method,
    detail: form && `${macroSignature(form)}${others === 0 ? "" : ` (+${others})`}`,
    documentation: form && sentence(`gives ${form.description}`),
    text: `${name}(${places.join(", ")})`,
    isSnippet: true,
    rank: "macro",
  };
}

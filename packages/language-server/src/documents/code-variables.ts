import {
  interpolations,
  parseExpression,
  type Protocol,
  type Dialect,
  type Span,
} from "@traffic-policy/policy-language";
import { camelCase, filledMaps } from "@traffic-policy/policy-language/internal";
import type { ExpressionSite } from "../expression/expression-site.ts";
import { readsUnnamed, unnamedReads, variableReads } from "../expression/variable-reads.ts";
import { BracketedCode, type CodeMember } from "./bracketed-code.ts";
import { nameText, quotedText } from "./code-tokens.ts";
import { rangeIn, type PlacedExpression } from "./expressions.ts";
import { importsPhases } from "./kind.ts";
import type { PositionedText } from "./positioned-text.ts";
import type { SetValue, SetVariable } from "./set-variable.ts";
import { numberType, textType } from "./text-type.ts";
import type { TextNode } from "@traffic-policy/policy-language/editing";

/** The uses of variables set by actions, as far as the module writes them literally. */
export interface CodeVariables {
  readonly set: readonly SetVariable[];
  readonly reads: readonly CodeRead[];
  /**
   * Half a sentence: why the module may use a name in a place that cannot be seen; undefined when all uses are seen.
   */
  readonly doubt?: string | undefined;
  sectionAt(offset: number): string | undefined;
}

interface CodeRead {
  readonly map: string;
  readonly name: string;
  readonly section: string | undefined;
  readonly span: Span;
  readonly node?: TextNode;
}

export interface Module {
  readonly text: string;
  readonly positions: PositionedText;
  readonly dialect: Dialect;
  readonly protocols: readonly Protocol[];
  readonly expressions: readonly PlacedExpression[];
}

/**
 * Finds the variables that a module sets with `setVars({ … })`, and those that it reads in its CEL, in `${…}` in its
 * texts, and with the builder, as in `vars.field("tier")`. Works on tokens, so it also works while the module has
 * syntax errors. Names that the code computes are not seen; `doubt` says so.
 */
export function codeVariables(module: Module): CodeVariables | undefined {
  const { text, dialect } = module;
  const mentions = filledMaps(dialect).some(({ name }) => text.includes(name));
  return mentions && importsPhases(text) ? new Finder(module) : undefined;
}

interface FilledMap {
  readonly map: string;
  readonly setBy: string;
  readonly setter: string;
  readonly field: string;
}

class Finder implements CodeVariables {
  readonly set: SetVariable[] = [];
  readonly reads: CodeRead[] = [];
  doubt: string | undefined;
  readonly #module: Module;
  readonly #code: BracketedCode;
  readonly #cel: ReadonlySet<number>;
  readonly #sections: ReadonlyMap<string, string>;
  readonly #maps: readonly FilledMap[];
  readonly #templates: boolean[] = [];

  constructor(module: Module) {
    this.#module = module;
    this.#code = new BracketedCode(module.text);
    this.#cel = new Set(module.expressions.map(({ node }) => node.start));
    const { sections, actions } = module.dialect;
    this.#maps = filledMaps(module.dialect).map(({ name, setBy = "" }) => ({
      map: name,
      setBy,
      setter: camelCase(setBy),
      field: actions.get(setBy)?.setsVariables ?? "",
    }));
    this.#sections = new Map([...sections.keys()].map((name) => [camelCase(name), name]));
    for (const placed of module.expressions) this.#readExpression(placed);
    const imports = this.#imports();
    for (const [index, { value }] of this.#code.tokens.entries()) {
      if (!imports.tokens.has(index)) this.#look(index, imports.names.has(value));
    }
  }

  sectionAt(offset: number): string | undefined {
    return this.#sectionOf(this.#code.indexAt(offset));
  }

  #look(index: number, isImported: boolean): void {
    const code = this.#code;
    const token = code.tokens[index];
    if (token === undefined) return;
    const isCel = this.#cel.has(token.start + 1);
    if (token.type === "StringLiteral") {
      const isPart = [index - 1, index + 1].some((one) => /^\+=?$/.test(code.value(one)));
      if (isPart && (token.value.includes("${") || this.#mentionsMap(token.value))) {
        this.#mayRead(token);
      }
      if (!isCel) this.#readText(index);
    } else if (token.type.includes("Template")) {
      const isFirst = token.type === "TemplateHead" || token.type === "NoSubstitutionTemplate";
      // Around what is embedded, text`…` of the builder is no CEL, and cel`…` is read as a whole.
      if (isFirst) this.#templates.push(isCel || code.value(index - 1) === "text");
      const isKnown = this.#templates.at(-1) === true;
      if (!isKnown && this.#mentionsMap(token.value)) {
        this.#doubt(token, (line) => `${line} has a template that may read it`);
      }
      if (!/Head|Middle/.test(token.type)) this.#templates.pop();
    } else if (isImported && token.type === "IdentifierName" && code.value(index - 1) !== ".") {
      for (const one of this.#maps) {
        if (token.value === one.map) this.#readMap(index);
        else if (token.value === one.setter) this.#setBy(index, index + 2, one, true);
        else if (token.value === "action" && this.#textOf(index + 2) === one.setBy) {
          this.#setBy(index, index + 4, one, false);
        }
      }
    }
  }

  #doubt({ start }: Span, why: (line: string) => string): void {
    this.doubt ??= why(`line ${this.#lineOf(start)}`);
  }

  #lineOf(offset: number): number {
    return this.#module.positions.positionAt(offset).line + 1;
  }

  #mentionsMap(text: string): boolean {
    return this.#maps.some(({ map }) => text.includes(map));
  }

  #textOf(index: number): string | undefined {
    const token = this.#code.textAt(index);
    return token && quotedText(token).value;
  }

  /**
   * Returns the names imported from the builder, and all tokens of imports. Sets the doubt when another module may
   * know them.
   */
  #imports(): { readonly names: ReadonlySet<string>; readonly tokens: ReadonlySet<number> } {
    const code = this.#code;
    const names = new Set<string>();
    const tokens = new Set<number>();
    for (const [index, token] of code.tokens.entries()) {
      const next = code.value(index + 1);
      if (token.type !== "IdentifierName" || code.value(index - 1) === ".") continue;
      if (token.value === "export" && !/^(?:default|type|interface|:)$/.test(next)) {
        this.#doubt(token, (line) => `other modules may use what ${line} exports`);
      }
      if (token.value !== "import" || /^[.:]$/.test(next)) continue;
      let at = index + 1;
      while (at < code.tokens.length && code.textAt(at) === undefined) tokens.add(at++);
      tokens.add(at);
      const from = this.#textOf(at) ?? "";
      if (next === "type" || from.startsWith("node:")) continue;
      if (!/^(?:@traffic-policy\/|traffic-policy(?:\/|$))/.test(from)) {
        this.#doubt(token, (line) => `the module that ${line} imports may use it`);
      } else if (tokens.has(index + 1) && next !== "{") {
        this.#doubt(token, (line) => `${line} imports all names of a module as one`);
      }
      for (let one = index + 1; one < at; one++) {
        if (code.value(one) !== "as") names.add(code.value(one));
        else this.#doubt(token, (line) => `${line} imports something by another name`);
      }
    }
    return { names, tokens };
  }

  #sectionOf(index: number): string | undefined {
    const code = this.#code;
    for (const open of code.around(index)) {
      const isMethod = code.value(open) === "(" && code.value(open - 2) === ".";
      const section = isMethod ? this.#sections.get(code.value(open - 1)) : undefined;
      if (section !== undefined) return section;
    }
    return undefined;
  }

  /**
   * Returns the name of the rule whose action contains a token. Finds it through the call chain that begins with
   * `rule("…")`.
   */
  #ruleOf(index: number): string | undefined {
    const code = this.#code;
    const open = code.around(index).find((one) => code.value(one - 1) === "do") ?? -1;
    let last = open - 3;
    while (code.value(last) === ")") {
      const start = code.partner(last) ?? 0;
      if (code.value(start - 2) !== ".") {
        return code.value(start - 1) === "rule" ? this.#textOf(start + 1) : undefined;
      }
      last = start - 3;
    }
    return undefined;
  }

  #readExpression(placed: PlacedExpression): void {
    const { site, node } = placed;
    if (!this.#mentionsMap(site.text)) return;
    const section = this.sectionAt(node.start);
    for (const { span, ...read } of variableReads(site)) {
      this.reads.push({ ...read, section, span: rangeIn(placed, span) });
    }
    if (readsUnnamed(site)) this.#readsUnnamed(node);
  }

  #readsUnnamed(at: Span): void {
    this.#doubt(at, (line) => `${line} ${unnamedReads}`);
  }

  #readText(index: number): void {
    const token = this.#code.textAt(index);
    if (token === undefined || !this.#mentionsMap(token.value)) return;
    const node = quotedText(token);
    const { dialect, protocols } = this.#module;
    const role = "interpolation";
    const siteOf = (text: string): ExpressionSite => ({
      text,
      dialect,
      section: undefined,
      protocols,
      role,
    });
    const { parts } = interpolations(node.value);
    for (const part of parts) {
      if (part.kind !== "interpolation") continue;
      const { start } = part.expressionSpan;
      this.#readExpression({ site: siteOf(part.expression), node, start, path: [] });
    }
    const [first, ...others] = parts;
    if (first?.kind !== "text" || others.length > 0 || !parseExpression(first.text).ok) return;
    if (variableReads(siteOf(first.text)).length > 0) this.#mayRead(token);
  }

  #mayRead(token: Span): void {
    this.#doubt(token, (line) => `${line} has a text that may read it`);
  }

  /** Reads the builder's map: `vars.field("tier")`, `vars.tier` or `vars["tier"]`. */
  #readMap(index: number): void {
    const code = this.#code;
    const [sign, inner, open] = [1, 2, 3].map((by) => code.value(index + by));
    // A key of an object.
    if (sign === ":" && code.value(index - 1) !== "?") return;
    const isCall = sign === "." && open === "(";
    const token =
      isCall && /^(?:field|at|has)$/.test(inner ?? "") && code.value(index + 5) === ")"
        ? code.textAt(index + 4)
        : sign === "[" && open === "]"
          ? code.textAt(index + 2)
          : sign === "." && !isCall
            ? code.nameAt(index + 2)
            : undefined;
    if (token === undefined) {
      this.#readsUnnamed(code.tokens[index] ?? { start: 0, end: 0 });
      return;
    }
    const node = token.type === "StringLiteral" ? quotedText(token) : nameText(token);
    const span = node.range({ start: 0, end: node.value.length });
    const map = code.value(index);
    this.reads.push({ map, name: node.value, section: this.#sectionOf(index), span, node });
  }

  /**
   * Reads a call that sets variables: `setVars({ tier: "free" })`, or the list form that the document uses.
   *
   * @param open - where the config begins, if it is an object
   * @param isShort - true when the config may be the variables themselves
   */
  #setBy(index: number, open: number, { map, field }: FilledMap, isShort: boolean): void {
    const code = this.#code;
    const close = code.value(open) === "{" ? (code.partner(open) ?? -1) : -1;
    const isLast = code.value(close + 1) === ")" || code.value(close + 2) === ")";
    const isObject = close > 0 && code.value(index + 1) === "(" && isLast;
    const members = isObject ? code.members(open) : [];
    const list = members.find(({ key }) => key !== undefined && this.#keyOf(key)?.value === field);
    const isList = list !== undefined && code.value(list.start) === "[";
    if (isList) {
      for (const [first, after] of code.parts(list.start)) {
        const isEntry = code.value(first) === "{" && code.partner(first) === after - 1;
        if (isEntry) this.#setMembers(map, code.members(first));
        else this.#setsUnnamed(first);
      }
    } else if (isObject && isShort && (list === undefined || this.#valueOf(list) !== undefined)) {
      this.#setMembers(map, members);
    } else {
      this.#setsUnnamed(index);
    }
  }

  #setsUnnamed(index: number): void {
    const token = this.#code.tokens[index];
    if (token === undefined) return;
    this.#doubt(token, (line) => `${line} sets variables by names that are not written there`);
  }

  #setMembers(map: string, members: readonly CodeMember[]): void {
    for (const member of members) {
      const key = this.#keyOf(member.key);
      if (key === undefined || member.key === undefined) {
        this.#setsUnnamed(member.first);
        continue;
      }
      this.set.push({
        map,
        name: key.value,
        key: member.start === member.end ? { ...key, style: "shorthand" } : key,
        value: this.#valueOf(member),
        section: this.#sectionOf(member.key),
        rule: this.#ruleOf(member.key),
        position: `line ${this.#lineOf(key.start)}`,
        path: [],
      });
    }
  }

  #keyOf(index: number | undefined): TextNode | undefined {
    if (index === undefined) return undefined;
    const [name, text] = [this.#code.nameAt(index), this.#code.textAt(index)];
    if (text !== undefined) return quotedText(text);
    return name && nameText(name);
  }

  /** Returns a value as written; undefined when only running the program would tell it. */
  #valueOf({ start, end }: CodeMember): SetValue | undefined {
    const code = this.#code;
    const [first, last] = [code.tokens[start], code.tokens[end - 1]];
    if (first === undefined || last === undefined || start >= end) return undefined;
    const { text, dialect } = this.#module;
    const written = { text: text.slice(first.start, last.end) };
    const isWhole = code.partner(start) === end - 1;
    if (first.value === "[") return isWhole ? { type: "list(dyn)" } : undefined;
    if (first.value === "{") return isWhole ? { type: "map(string, dyn)" } : undefined;
    // text`…`, with what is embedded.
    const isText = first.value === "text" && /Template/.test(code.tokens[start + 1]?.type ?? "");
    if (isText && /Template/.test(last.type))
      return { ...written, type: templateType(written.text) };
    const isNegative = first.value === "-" && end === start + 2;
    if (!isNegative && end > start + 1) return undefined;
    switch (last.type) {
      case "StringLiteral": {
        const { value } = quotedText(last);
        return { text: value, type: textType(value, dialect) };
      }
      case "NumericLiteral": {
        // As it is written in the document.
        const value = JSON.stringify(Number(written.text.replaceAll("_", "")));
        return { text: value, type: numberType(value) };
      }
      default: {
        const type = { true: "bool", false: "bool", null: "null" }[last.value];
        return type === undefined ? undefined : { ...written, type };
      }
    }
  }
}

/** Returns the type of a whole `` text`…` ``. A template that is only an embedded value may have any type. */
function templateType(written: string): string | undefined {
  return /^text`\$\{[^]*\}`$/.test(written) ? undefined : "string";
}

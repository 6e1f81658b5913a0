import type { Span } from "@traffic-policy/policy-language";
import { BracketedCode } from "./bracketed-code.ts";
import { isText, quotedText, type PlacedToken } from "./code-tokens.ts";
import type { TextNode } from "./tree.ts";

/** The name of a rule in a module. */
export interface CodeRuleName {
  readonly node: TextNode;
  /** Whether the rule is built there. */
  readonly isDefinition: boolean;
  /** The policy's file, where a configuration names it beside the rule. */
  readonly file?: string | undefined;
}

/** Keys of cases and assertions that list names of rules. */
const lists: ReadonlySet<string> = new Set(["matched", "notMatched", "onlyMatched"]);

/** What is around the names of rules in cases, assertions and configurations, by the keys of objects. */
const places =
  /^(?:(?:cases\/)?(?:each\/)?expect|(?:assertions\/)?(?:always|never))\/(?:by\/rule|matched|notMatched|onlyMatched)$|^(?:.+\/)?lint\/ignoreFindings\/policyRule$/;

/** The same around rules that are plain data. */
const plainRule = /^(?:(?:inbound|outbound|on_[a-z_]+)\/)?name$/;

const mayName = /\b(?:rule|actions|matched|notMatched|onlyMatched|policyRule)\b/;

/** The names of rules in a module, which is read when somebody asks for them, and once. */
export class CodeRuleNames {
  readonly #text: string;
  #found: Finder | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Those that are written as they are: in `rule("Name")`, in a rule that is plain data, where cases and assertions say
   * which rules match, and where a configuration ignores findings. Names that code puts together are not seen.
   */
  get all(): readonly CodeRuleName[] {
    return mayName.test(this.#text) ? this.#finder.names : [];
  }

  /** The first place that may mean a rule of a name without saying so. */
  unclear(name: string): Span | undefined {
    const [unwritten] = mayName.test(this.#text) ? this.#finder.unwritten : [];
    return unwritten ?? this.otherToken(name);
  }

  /** The first token with a text as its value that names no rule by its place. */
  otherToken(name: string): Span | undefined {
    const mayBeThere = this.#text.includes(name) || this.#text.includes("\\");
    return mayBeThere ? this.#finder.otherToken(name) : undefined;
  }

  get #finder(): Finder {
    this.#found ??= new Finder(new BracketedCode(this.#text));
    return this.#found;
  }
}

/** What a token says: of a text and of a part of a template, without what is around it. */
function valueOf(token: PlacedToken): string | undefined {
  const { type, value } = token;
  if (type === "Punctuator") return undefined;
  if (type === "StringLiteral") return quotedText(token).value;
  const [, part] = /^[`}]([^]*?)(?:`|\$\{)$/.exec(value) ?? [];
  if (part === undefined || !type.includes("Template")) return value;
  return quotedText({ ...token, value: `"${part}"` }).value;
}

class Finder {
  readonly names: CodeRuleName[] = [];
  /** What says that a rule is named, where the name is not written as it is. */
  readonly unwritten: PlacedToken[] = [];
  readonly #code: BracketedCode;

  constructor(code: BracketedCode) {
    this.#code = code;
    for (const [index, token] of code.tokens.entries()) this.#look(index, token);
  }

  otherToken(name: string): Span | undefined {
    const known = new Set(this.names.map(({ node }) => node.start - 1));
    return this.#code.tokens.find((token) => !known.has(token.start) && valueOf(token) === name);
  }

  #look(index: number, token: PlacedToken): void {
    const code = this.#code;
    const next = code.value(index + 1);
    if (token.value === "rule" && next === "(") {
      const before = code.value(index - 1);
      if (before === "function" || code.value(index + 2) === ")") return;
      // The rule of something else is one of the builder, if that has all names of a module.
      if (before !== ".") this.#add(token, index + 2, true);
      else if (this.#textAt(index + 2) === undefined) this.unwritten.push(token);
      return;
    }
    const key = code.keyAt(index);
    if (key === undefined) return;
    if (next !== ":") {
      if (this.#isUnwritten(index, key)) this.unwritten.push(token);
    } else if (lists.has(key)) this.#list(token, index);
    else if (key === "rule") this.#add(token, index + 2, false, this.#isPlace(index, places));
    else if (key === "policyRule") {
      const file = this.#beside(index, "file");
      this.#add(token, index + 2, false, this.#isPlace(index, places), file);
    } else if (key === "name" && this.#beside(index, "actions") !== undefined)
      this.#add(token, index + 2, true, this.#isPlace(index, plainRule));
  }

  /** Whether something names rules that are written elsewhere: `{ matched }`, `one.matched = …` or `rule as r`. */
  #isUnwritten(index: number, key: string): boolean {
    const code = this.#code;
    const next = code.value(index + 1);
    const before = code.value(index - 1);
    const isCalledSo = key === "rule" || key === "policyRule" || lists.has(key);
    if (isCalledSo && (next === "as" || (next === "=" && /^[.\]]$/.test(before)))) return true;
    if (isCalledSo && next === "]" && before === "[" && code.value(index + 2) === "=") return true;
    if (!/^[,}]$/.test(next) || !/^[{,]$/.test(before) || code.nameAt(index) === undefined) {
      return false;
    }
    const [open = -1] = code.around(index);
    const isImport = code.value((code.partner(open) ?? -2) + 1) === "from";
    if (code.value(open) !== "{" || isImport) return false;
    return isCalledSo || (key === "name" && this.#beside(index, "actions") !== undefined);
  }

  /** Whether a key is in a place for it, by the keys of the objects around. */
  #isPlace(index: number, wanted: RegExp): boolean {
    const code = this.#code;
    const keys = code.around(index).flatMap((open, level, around) => {
      const inner = level === 0 ? index : (around[level - 1] ?? -1);
      if (code.value(open) !== "{") return [];
      const member = code
        .members(open)
        .find(({ first, end }) => first <= inner && (inner < end || inner === first));
      return member?.key === undefined ? [] : [code.keyAt(member.key) ?? ""];
    });
    return wanted.test(keys.toReversed().join("/"));
  }

  /**
   * @param isPlace - whether a name stands there; otherwise a text may mean something else
   * @param beside - where the file of its policy is
   */
  #add(
    by: PlacedToken,
    index: number,
    isDefinition: boolean,
    isPlace = true,
    beside?: number,
  ): void {
    const node = this.#textAt(index);
    if (node === undefined) {
      this.unwritten.push(by);
      return;
    }
    if (!isPlace) return;
    const file = beside === undefined ? undefined : this.#textAt(beside)?.value;
    this.names.push({ node, isDefinition, ...(file !== undefined && { file }) });
  }

  /** The texts of a list, up to its end. */
  #list(by: PlacedToken, key: number): void {
    const code = this.#code;
    const open = key + 2;
    const end = code.value(open) === "[" ? (code.partner(open) ?? code.tokens.length) : open;
    const isPlace = this.#isPlace(key, places);
    let isWritten = end > open;
    for (let index = open + 1; index < end; index++) {
      const node = this.#textAt(index);
      if (node !== undefined && isPlace) this.names.push({ node, isDefinition: false });
      else if (node === undefined && code.value(index) !== ",") isWritten = false;
    }
    if (!isWritten) this.unwritten.push(by);
  }

  /** Where the value of another member of the object begins that a key is in. */
  #beside(index: number, name: string): number | undefined {
    const [open = -1] = this.#code.around(index);
    if (this.#code.value(open) !== "{") return undefined;
    const member = this.#code
      .members(open)
      .find(({ key }) => key !== undefined && this.#code.keyAt(key) === name);
    return member?.start;
  }

  /** The text at a place, if it is one by itself. */
  #textAt(index: number): TextNode | undefined {
    const code = this.#code;
    const token = code.tokens[index];
    const isPart = /^[+.]$/.test(code.value(index + 1)) || code.value(index - 1) === "+";
    const isTagged = code.nameAt(index - 1) !== undefined;
    return isText(token) && !isPart && !isTagged ? quotedText(token) : undefined;
  }
}

import type { Span } from "@traffic-policy/policy-language";
import { BracketedCode } from "./bracketed-code.ts";
import { quotedText, type PlacedToken } from "./code-tokens.ts";
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

/**
 * The names of rules in a module that are written as they are: in `rule("Name")`, in a rule that is plain data, where
 * cases and assertions say which rules match, and where a configuration ignores findings. Names that code puts together
 * are not seen.
 */
export function codeRuleNames(text: string): CodeRuleName[] {
  return mayName.test(text) ? new Finder(new BracketedCode(text)).names : [];
}

/**
 * The first place in a module that may mean a rule of a name without saying so: an entry of a configuration whose name
 * code puts together, or a text with the name where the module does that.
 */
export function unclearRuleName(text: string, name: string): Span | undefined {
  if (!mayName.test(text)) return undefined;
  const code = new BracketedCode(text);
  const { names, unwritten } = new Finder(code);
  const entry = unwritten.find(({ value }) => value.includes("policyRule"));
  if (entry !== undefined || unwritten.length === 0) return entry;
  const known = new Set(names.map(({ node }) => node.start - 1));
  return code.tokens.find(
    (token, index) =>
      isText(token) &&
      !known.has(token.start) &&
      quotedText(token).value === name &&
      // A key, or what a case is called.
      code.value(index + 1) !== ":" &&
      !(code.value(index - 1) === ":" && code.value(index - 2) === "name"),
  );
}

const mayName = /\b(?:rule|actions|matched|notMatched|onlyMatched|policyRule)\b/;

class Finder {
  readonly names: CodeRuleName[] = [];
  /** What says that a rule is named, where the name is not written as it is. */
  readonly unwritten: PlacedToken[] = [];
  readonly #code: BracketedCode;

  constructor(code: BracketedCode) {
    this.#code = code;
    for (const [index, token] of code.tokens.entries()) this.#look(index, token);
  }

  #look(index: number, token: PlacedToken): void {
    const code = this.#code;
    const next = code.value(index + 1);
    if (token.value === "rule" && next === "(") {
      const isBuilder = !/^(?:\.|function)$/.test(code.value(index - 1));
      if (isBuilder && code.value(index + 2) !== ")") this.#add(token, index + 2, true);
      return;
    }
    const key = next === ":" ? this.#keyAt(index) : undefined;
    if (key === undefined) return;
    if (lists.has(key)) this.#list(token, index + 2);
    else if (key === "rule") this.#add(token, index + 2, false);
    else if (key === "policyRule") this.#add(token, index + 2, false, this.#beside(index, "file"));
    else if (key === "name" && this.#beside(index, "actions") !== undefined)
      this.#add(token, index + 2, true);
  }

  #add(by: PlacedToken, index: number, isDefinition: boolean, beside?: number): void {
    const node = this.#textAt(index);
    if (node === undefined) {
      this.unwritten.push(by);
      return;
    }
    const file = beside === undefined ? undefined : this.#textAt(beside)?.value;
    this.names.push({ node, isDefinition, ...(file !== undefined && { file }) });
  }

  /** The texts of a list, up to its end. */
  #list(by: PlacedToken, open: number): void {
    const code = this.#code;
    const end = code.value(open) === "[" ? (code.partner(open) ?? code.tokens.length) : open;
    let isWritten = end > open;
    for (let index = open + 1; index < end; index++) {
      const node = this.#textAt(index);
      if (node !== undefined) this.names.push({ node, isDefinition: false });
      else if (code.value(index) !== ",") isWritten = false;
    }
    if (!isWritten) this.unwritten.push(by);
  }

  /** Where the value of another member of the object begins that a key is in. */
  #beside(index: number, name: string): number | undefined {
    const [open = -1] = this.#code.around(index);
    if (this.#code.value(open) !== "{") return undefined;
    const member = this.#code
      .members(open)
      .find(({ key }) => key !== undefined && this.#keyAt(key) === name);
    return member?.start;
  }

  #keyAt(index: number): string | undefined {
    const text = this.#code.textAt(index);
    return text === undefined ? this.#code.nameAt(index)?.value : quotedText(text).value;
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

function isText(token: PlacedToken | undefined): token is PlacedToken {
  return token?.type === "StringLiteral" || token?.type === "NoSubstitutionTemplate";
}

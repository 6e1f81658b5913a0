import { BracketedCode } from "./bracketed-code.ts";
import { isText, quotedText } from "./code-tokens.ts";
import type { TextNode } from "@traffic-policy/policy-language/editing";

/** The rule names and other texts that a module writes as literals. */
export interface CodeRules {
  readonly names: readonly TextNode[];
  readonly otherTexts: readonly TextNode[];
}

/** Finds the rules that a module builds. Works on tokens, so it also works while the module has syntax errors. */
export function codeRules(text: string): CodeRules {
  if (!/\b(?:rule|actions)\b/.test(text)) return { names: [], otherTexts: [] };
  const code = new BracketedCode(text);
  const namedAt = new Set(code.tokens.map((_token, index) => indexOfName(code, index)));
  const texts = code.tokens.flatMap((token, index) =>
    isText(token) ? [{ node: quotedText(token), isName: namedAt.has(index) }] : [],
  );
  return {
    names: texts.flatMap(({ node, isName }) => (isName ? [node] : [])),
    otherTexts: texts.flatMap(({ node, isName }) => (isName ? [] : [node])),
  };
}

function indexOfName(code: BracketedCode, index: number): number | undefined {
  const next = code.value(index + 1);
  // The rule of something else is none of the builder.
  const isBuilt =
    code.value(index) === "rule" &&
    next === "(" &&
    !/^(?:\.|function)$/.test(code.value(index - 1));
  const isData = code.keyAt(index) === "name" && next === ":" && isOfRule(code, index);
  const isWhole = !/^[+.]$/.test(code.value(index + 3));
  return (isBuilt || isData) && isWhole ? index + 2 : undefined;
}

function isOfRule(code: BracketedCode, index: number): boolean {
  const [open = -1] = code.around(index);
  const members = code.value(open) === "{" ? code.members(open) : [];
  return members.some(({ key }) => key !== undefined && code.keyAt(key) === "actions");
}

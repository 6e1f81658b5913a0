import { BracketedCode } from "./bracketed-code.ts";
import { isText, quotedText } from "./code-tokens.ts";
import type { TextNode } from "@traffic-policy/policy-language/editing";

/** The texts of a module, as far as they are written there as they are. */
export interface CodeRules {
  /** The names of the rules that it builds: in `rule("Name")`, or in a rule that is plain data. */
  readonly names: readonly TextNode[];
  /** All other texts. */
  readonly otherTexts: readonly TextNode[];
}

/** The rules that a module builds, found by tokens, so that they are found while it is broken. */
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

/** Where the name stands of the rule that a token builds, or that it is the key of. */
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

/** Whether an object with a key is a rule. */
function isOfRule(code: BracketedCode, index: number): boolean {
  const [open = -1] = code.around(index);
  const members = code.value(open) === "{" ? code.members(open) : [];
  return members.some(({ key }) => key !== undefined && code.keyAt(key) === "actions");
}

import { quotedText, tokensOf, type PlacedToken } from "./code-tokens.ts";
import type { TextNode } from "./tree.ts";

/** The name of a rule in a module. */
export interface CodeRuleName {
  readonly node: TextNode;
  /** Whether the rule is built there. */
  readonly isDefinition: boolean;
}

/** Keys of cases and assertions that list names of rules. */
const lists: ReadonlySet<string> = new Set(["matched", "notMatched", "onlyMatched"]);

/**
 * The names of rules in a module that are written as they are: in `rule("Name")`, and where cases and assertions
 * say which rules match. Names that code puts together are not seen.
 */
export function codeRuleNames(text: string): CodeRuleName[] {
  if (!/\b(?:rule|matched|notMatched|onlyMatched)\b/.test(text)) return [];
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index): CodeRuleName[] => {
    if (token.type !== "IdentifierName") return [];
    const [next, first] = tokens.slice(index + 1, index + 3);
    if (token.value === "rule" && next?.value === "(" && tokens[index - 1]?.value !== ".") {
      return textsOf(first).map((node) => ({ node, isDefinition: true }));
    }
    if (next?.value !== ":") return [];
    if (token.value === "rule")
      return textsOf(first).map((node) => ({ node, isDefinition: false }));
    if (!lists.has(token.value) || first?.value !== "[") return [];
    return listed(tokens, index + 3).map((node) => ({ node, isDefinition: false }));
  });
}

/** The texts of a list, up to its end. */
function listed(tokens: readonly PlacedToken[], from: number): TextNode[] {
  const texts: TextNode[] = [];
  for (let index = from; index < tokens.length && tokens[index]?.value !== "]"; index++) {
    texts.push(...textsOf(tokens[index]));
  }
  return texts;
}

function textsOf(token: PlacedToken | undefined): TextNode[] {
  return token?.type === "StringLiteral" ? [quotedText(token)] : [];
}

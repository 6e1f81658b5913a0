import { type Expression } from "@traffic-policy/policy-language";
import { patternOfJavaScript } from "@traffic-policy/policy-language/internal";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { type FormattedText, formattedTexts } from "../../nodes/expression-parts.ts";
import { isText, partsOf, patternTarget } from "../../nodes/tree-parts.ts";

/** A control character that hardly any text contains on purpose, but that results from an escape. */
export interface ControlCharacter {
  readonly index: number;
  readonly letter: string;
  readonly name: string;
}

// oxlint-disable-next-line no-control-regex -- these are what is searched for
const searched = /[\u0007\u0008\u000b\u000c]/g;

export function controlCharacters(text: string): readonly ControlCharacter[] {
  if (text.search(searched) < 0) return [];
  return [...text.matchAll(searched)].map(({ index, 0: character }) => ({
    index,
    ...(characters[character] ?? { letter: "", name: "" }),
  }));
}

const characters: Readonly<Record<string, Omit<ControlCharacter, "index">>> = {
  "\u0007": { letter: "a", name: "bell (U+0007)" },
  "\u0008": { letter: "b", name: "backspace (U+0008)" },
  "\u000b": { letter: "v", name: "vertical tab (U+000B)" },
  "\u000c": { letter: "f", name: "form feed (U+000C)" },
};

/**
 * Returns the intended pattern for a pattern written as in JavaScript, with slashes and flags: `(?i)bot` for
 * `/bot/i`. Undefined when the slashes may belong to the pattern, as for a path.
 */
export function withoutSlashes({ expression, literal, call }: FormattedText): string | undefined {
  const target = patternTarget(call);
  const variable = target && expression.variableOf(target);
  const ofUrl = variable?.urlPart !== undefined || variable?.form === "path";
  return patternBetweenSlashes(literal.value, ofUrl);
}

/**
 * Like {@link withoutSlashes}, for a pattern without context.
 *
 * @param ofUrl - true when it is matched with a part of a URL, which has slashes
 */
export function patternBetweenSlashes(pattern: string, ofUrl: boolean): string | undefined {
  const [, inside = "", flags = ""] = /^\/(.+)\/([gimsuy]*)$/s.exec(pattern) ?? [];
  if (inside === "") return undefined;
  const isAnchored = inside.startsWith("^") || /(?:^|[^\\])\$$/.test(inside);
  const hasFlags = /[gi]/.test(flags) && (!ofUrl || inside.includes("\\/"));
  if (!isAnchored && !hasFlags) return undefined;
  return patternOfJavaScript({ source: inside, flags });
}

/**
 * Checks whether a part of an expression probably has another intended meaning, so that a safe fix must not hide it.
 */
export function isMisread(expression: ExpressionNode, part: Expression): boolean {
  return partsOf(part).some(({ node }) =>
    node.kind === "call"
      ? formattedTexts(expression, node).some((text) => withoutSlashes(text) !== undefined)
      : isText(node) && controlCharacters(node.value).length > 0,
  );
}

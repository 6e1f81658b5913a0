import { parseType, type Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { EarlierName } from "./earlier-name.ts";
import { partsOf } from "./parts-of.ts";
import { checkReplaced, type Replacement } from "./replacement.ts";
import { isText, type TextLiteral } from "./text-literal.ts";

/** What puts the name of today in the place of an earlier one, and whether it means the same. */
export interface Renaming {
  readonly replacements: readonly Replacement[];
  readonly safe: boolean;
}

/**
 * The renaming, unless the expression would be wrong with it: a variable can have become a list. A
 * text that has become a number is compared with numbers then.
 */
export function renaming(node: ExpressionNode, earlier: EarlierName): Renaming | undefined {
  const { today, span, type, unsure } = earlier;
  if (today === undefined) return undefined;
  const replacements = [
    { span, text: today.name },
    ...(type === "string" && today.type === "int" ? numbersBeside(node, span.end) : []),
  ];
  const after = checkReplaced(node, replacements);
  if (after === undefined || after.errors.length > (node.checked?.errors.length ?? 0)) {
    return undefined;
  }
  return { replacements, safe: unsure.length === 0 && parseType(type) === parseType(today.type) };
}

/** The literals that the name that ends there is compared with, as numbers. */
function numbersBeside({ tree }: ExpressionNode, end: number): Replacement[] {
  if (tree === undefined) return [];
  for (const { node, parent } of partsOf(tree)) {
    if (node.span?.end !== end || parent?.kind !== "binary") continue;
    const other = parent.left === node ? parent.right : parent.left;
    const literals = other.kind === "list" ? other.elements : [other];
    return literals.flatMap((literal) =>
      isNumber(literal) && literal.span ? [{ span: literal.span, text: literal.value }] : [],
    );
  }
  return [];
}

function isNumber(node: Expression): node is TextLiteral {
  return isText(node) && /^[1-9]\d{0,8}$/.test(node.value);
}

import type { Expression, Literal } from "@traffic-policy/policy-language";

/** A text as it stands in an expression. */
export type TextLiteral = Literal & { readonly type: "string" };

/** Whether a part of an expression is a text as it stands. */
export function isText(node: Expression | undefined): node is TextLiteral {
  return node?.kind === "literal" && node.type === "string";
}

/** The value of a text literal. */
export function textOf(node: Expression | undefined): string | undefined {
  return isText(node) ? node.value : undefined;
}

import {
  childrenOf,
  type Call,
  type Expression,
  type Literal,
} from "@traffic-policy/policy-language";

/** A node of a tree, with the one that it is directly a part of. */
export interface TreePart {
  readonly node: Expression;
  readonly parent?: Expression;
}

/** All nodes of a tree, in the order of the text; each before its own parts. */
export function partsOf(tree: Expression): readonly TreePart[] {
  const parts: TreePart[] = [];
  // An explicit stack: a chain of operators is as deep as it is long.
  const left: TreePart[] = [{ node: tree }];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    parts.push(part);
    const parent = part.node;
    for (const node of childrenOf(parent).toReversed()) left.push({ node, parent });
  }
  return parts;
}

/** A text as it is in an expression. */
export type TextLiteral = Literal & { readonly type: "string" };

/** Checks whether a part of an expression is a text as it is. */
export function isText(node: Expression | undefined): node is TextLiteral {
  return node?.kind === "literal" && node.type === "string";
}

/** The value of a text literal. */
export function textOf(node: Expression | undefined): string | undefined {
  return isText(node) ? node.value : undefined;
}

/** What `text.matches(pattern)` or `matches(text, pattern)` matches the pattern with. */
export function patternTarget({ target, arguments: given }: Call): Expression | undefined {
  return target ?? (given.length === 2 ? given[0] : undefined);
}

import { type Call, type Expression, type Literal } from "@traffic-policy/policy-language";
import { childrenOf } from "@traffic-policy/policy-language/internal";

export interface TreePart {
  readonly node: Expression;
  readonly parent?: Expression;
}

/** Returns all nodes of a tree, in the order of the text; each before its own parts. */
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

export type TextLiteral = Literal & { readonly type: "string" };

export function isText(node: Expression | undefined): node is TextLiteral {
  return node?.kind === "literal" && node.type === "string";
}

export function textOf(node: Expression | undefined): string | undefined {
  return isText(node) ? node.value : undefined;
}

export function patternTarget({ target, arguments: given }: Call): Expression | undefined {
  return target ?? (given.length === 2 ? given[0] : undefined);
}

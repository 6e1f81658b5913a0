import { childrenOf, type Expression } from "@traffic-policy/policy-language";

/** A node of a tree, with the one that it is directly a part of. */
export interface TreePart {
  readonly node: Expression;
  readonly parent?: Expression;
}

// Several rules look at one tree after another.
let last: { readonly tree: Expression; readonly parts: readonly TreePart[] } | undefined;

/** All nodes of a tree, in the order of the text; each before its own parts. */
export function partsOf(tree: Expression): readonly TreePart[] {
  if (last?.tree !== tree) last = { tree, parts: collectParts(tree) };
  return last.parts;
}

function collectParts(tree: Expression): TreePart[] {
  const parts: TreePart[] = [];
  // A stack of our own: a chain of operators is as deep as it is long.
  const left: TreePart[] = [{ node: tree }];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    parts.push(part);
    const parent = part.node;
    for (const node of childrenOf(parent).toReversed()) left.push({ node, parent });
  }
  return parts;
}

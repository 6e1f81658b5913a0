import { visitorKeys, type Node } from "oxc-parser";

/** The nodes directly below a node. */
export function childrenOf(node: Node): Node[] {
  const members = node as unknown as Readonly<Record<string, Node | (Node | null)[] | null>>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const below = members[key];
    return Array.isArray(below) ? below.filter((item) => item !== null) : (below ?? []);
  });
}

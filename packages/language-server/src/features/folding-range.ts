import type { Span } from "@traffic-policy/policy-language";
import type { FoldingRange } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { itemsOf, type TreeNode } from "@traffic-policy/policy-language/editing";

export function foldingRange({ root, positions, text }: EditorDocument): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const lineOf = (offset: number): number => positions.document.positionAt(offset).line;
  const add = ({ start, end }: Span): boolean => {
    const [startLine, endLine] = [lineOf(start), lineOf(end)];
    if (endLine <= startLine) return false;
    // A bracket that closes it in a line of its own stays visible.
    const isBracket = /[\r\n][ \t]*[\]}]$/.test(text.slice(Math.max(start, end - 1000), end));
    const lastLine = isBracket ? endLine - 1 : endLine;
    if (lastLine > startLine) ranges.push({ startLine, endLine: lastLine });
    return true;
  };
  const below = (node: TreeNode, from: number): void => {
    // What fits in a line has nothing in it that does not.
    if (!add({ start: from, end: node.end })) return;
    for (const item of itemsOf(node)) below(item, item.start);
    const members = node.kind === "object" ? node.members : [];
    for (const { key, value } of members) if (value !== undefined) below(value, key.start);
  };
  if (root !== undefined) below(root, root.start);
  // The first range at a line is the one that folds.
  const seen = new Set<number>();
  return ranges.filter(({ startLine }) => !seen.has(startLine) && seen.add(startLine));
}

import { locateInJsonString } from "@traffic-policy/policy-language";
import { parseTree, type Node } from "jsonc-parser";
import type { TextNode, TreeMember, TreeNode } from "./tree.ts";

/** The tree of a JSON text, however broken it is; nothing where there is none. */
export function jsonTree(text: string): TreeNode | undefined {
  let root: Node | undefined;
  try {
    root = parseTree(text, [], { allowTrailingComma: true });
    return root && toTree(root, text);
  } catch (error) {
    // Thousands of brackets in each other.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function toTree(node: Node, text: string): TreeNode {
  const span = { start: node.offset, end: node.offset + node.length };
  switch (node.type) {
    case "object":
      return {
        ...span,
        kind: "object",
        members: (node.children ?? []).map((child) => toMember(child, text)),
      };
    case "array":
      return {
        ...span,
        kind: "list",
        items: (node.children ?? []).map((child) => toTree(child, text)),
      };
    case "string":
      return jsonText(node, text);
    default:
      return { ...span, kind: "other", value: node.value as number | boolean | null };
  }
}

function toMember({ children: [key, value] = [], offset, length }: Node, text: string): TreeMember {
  const name = key ?? { type: "string", value: "", offset, length };
  return { key: jsonText(name, text), value: value && toTree(value, text) };
}

function jsonText(
  { offset: start, length, value }: Pick<Node, "offset" | "length" | "value">,
  text: string,
): TextNode {
  const span = { start, end: start + length };
  const written = value as string;
  // Without an escape, each unit stands for itself.
  const isPlain = length === written.length + 2;
  return {
    ...span,
    kind: "text",
    value: written,
    style: "double",
    range: (part) =>
      isPlain
        ? { start: start + 1 + part.start, end: start + 1 + part.end }
        : locateInJsonString(text, span, part),
  };
}

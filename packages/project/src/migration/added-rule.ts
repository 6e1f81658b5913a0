import type { CallExpression, Node } from "oxc-parser";
import type { TextChange } from "../edit/text-change.ts";
import { unwrapped } from "../source/source-code.ts";
import { argumentsOf, indentationAt, isFirstOnLine, openingOf } from "./arguments.ts";
import type { Written } from "./modules.ts";

/**
 * Returns the changes that add a rule after all others of a section.
 *
 * @param policy - the expression of the policy
 * @param options.method - the method that adds rules to the section, by its new name
 * @param options.isSection - true for a call that adds rules to the section, by its current name
 */
export function addedRule(
  { module: { code }, node: policy }: Written,
  rule: string,
  options: { readonly method: string; readonly isSection: (call: CallExpression) => boolean },
): TextChange[] {
  const node = unwrapped(policy);
  if (node.type === "CallExpression" && options.isSection(node)) {
    const last = argumentsOf(code, node).at(-1);
    if (last === undefined) {
      const start = openingOf(code, node);
      return [{ start, end: start, text: rule }];
    }
    const isOnLines = isFirstOnLine(code.text, last.node.start);
    const space = isOnLines ? `\n${indentationAt(code.text, last.node.start)}` : " ";
    if (last.hasComma) {
      const { end } = last.range;
      return [{ start: end, end, text: `${space}${rule},` }];
    }
    // A comment behind the last rule stays with it.
    const { end } = last.node;
    const text = code.text.slice(end, last.range.end);
    if (text.includes("//")) {
      const at = end + text.trimEnd().length;
      return [
        { start: end, end, text: "," },
        { start: at, end: at, text: `${space}${rule}` },
      ];
    }
    return [{ start: end, end, text: `,${space}${rule}` }];
  }
  const { start, end } = policy;
  const isChain = ["CallExpression", "MemberExpression", "Identifier"].includes(policy.type);
  const callee = node.type === "CallExpression" ? unwrapped<Node>(node.callee) : undefined;
  const dot =
    callee?.type === "MemberExpression" ? code.text.indexOf(".", callee.object.end) : undefined;
  const isBelow = dot !== undefined && isFirstOnLine(code.text, dot);
  const before = isBelow ? `\n${indentationAt(code.text, dot)}` : "";
  const call = `${before}.${options.method}(${rule})`;
  if (isChain) return [{ start: end, end, text: call }];
  return [
    { start, end: start, text: "(" },
    { start: end, end, text: `)${call}` },
  ];
}

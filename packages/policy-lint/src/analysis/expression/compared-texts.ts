import type { Expression, VariableDefinition } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";
import { isText, type TextLiteral } from "./text-literal.ts";
import { variableOf } from "./variable-of.ts";

/** A text that the value of a variable is compared with. */
export interface ComparedText {
  /** The comparison. */
  readonly node: Expression;
  readonly variable: VariableDefinition;
  /** `==`, `!=`, `in`, or the name of a method such as `startsWith`. */
  readonly comparison: Comparison;
  readonly literal: TextLiteral;
}

export type Comparison = "==" | "!=" | "in" | "startsWith" | "endsWith" | "contains";

const ofWholeValue: ReadonlySet<Comparison> = new Set(["==", "!=", "in"]);

/** Whether a comparison is with the whole value, and not with a part of it. */
export function comparesWhole(comparison: Comparison): boolean {
  return ofWholeValue.has(comparison);
}

const methods: ReadonlySet<string> = new Set(["startsWith", "endsWith", "contains"]);

/** The texts that an expression compares variables with, in the order of the text. */
export function comparedTexts(expression: ExpressionNode): ComparedText[] {
  const found: ComparedText[] = [];
  const parts = expression.tree === undefined ? [] : partsOf(expression.tree);
  for (const { node } of parts) look(node);
  return found;

  function look(node: Expression): void {
    if (node.kind === "binary") {
      if (node.operator === "==" || node.operator === "!=") {
        add(node, node.left, node.operator, node.right);
        add(node, node.right, node.operator, node.left);
      } else if (node.operator === "in" && node.right.kind === "list") {
        for (const element of node.right.elements) add(node, node.left, "in", element);
      }
    } else if (node.kind === "call" && node.target !== undefined && methods.has(node.name)) {
      const [argument] = node.arguments;
      if (argument !== undefined) {
        add(node, node.target, node.name as Comparison, argument);
      }
    }
  }

  function add(
    node: Expression,
    value: Expression,
    comparison: Comparison,
    literal: Expression,
  ): void {
    if (!isText(literal)) return;
    const variable = variableOf(expression, value);
    if (variable !== undefined) found.push({ node, variable, comparison, literal });
  }
}

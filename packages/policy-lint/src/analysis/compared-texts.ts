import type { Expression, Literal, VariableDefinition } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../nodes/expression-node.ts";
import { childrenOf } from "./logic/children-of.ts";

/** A text that the value of a variable is compared with. */
export interface ComparedText {
  readonly variable: VariableDefinition;
  /** `==`, `!=`, `in`, or the name of a method such as `startsWith`. */
  readonly comparison: Comparison;
  readonly literal: Literal & { readonly type: "string" };
}

type Comparison = "==" | "!=" | "in" | "startsWith" | "endsWith" | "contains";

const methods: ReadonlySet<string> = new Set(["startsWith", "endsWith", "contains"]);

/** The texts that an expression compares variables with, in the order of the text. */
export function comparedTexts({ tree, checked }: ExpressionNode): ComparedText[] {
  const found: ComparedText[] = [];
  const variables = new Map(
    checked?.variables.map(({ span, definition }) => [span, definition] as const),
  );
  if (tree !== undefined) visit(tree);
  return found;

  function visit(node: Expression): void {
    if (node.kind === "binary") {
      if (node.operator === "==" || node.operator === "!=") {
        add(node.left, node.operator, node.right);
        add(node.right, node.operator, node.left);
      } else if (node.operator === "in" && node.right.kind === "list") {
        for (const element of node.right.elements) add(node.left, "in", element);
      }
    } else if (node.kind === "call" && node.target !== undefined && methods.has(node.name)) {
      const [argument] = node.arguments;
      if (argument !== undefined) add(node.target, node.name as Comparison, argument);
    }
    for (const child of childrenOf(node)) visit(child);
  }

  function add(value: Expression, comparison: Comparison, literal: Expression): void {
    const variable = value.span && variables.get(value.span);
    if (variable === undefined || literal.kind !== "literal" || literal.type !== "string") return;
    found.push({ variable, comparison, literal });
  }
}

import { isJsonObject, toPointer, type Expression } from "@traffic-policy/policy-language";
import { isFilledByActions } from "@traffic-policy/policy-language/internal";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { itemsAt } from "../config-values.ts";

export interface SetVariable {
  readonly name: string;
  /** JSON Pointer to its value. */
  readonly path: string;
}

export function setVariables(action: ActionNode): readonly SetVariable[] {
  const field = action.definition?.setsVariables;
  if (field === undefined) return [];
  return itemsAt([action.pathOf(field), action.field(field)]).flatMap(([path, entry]) =>
    isJsonObject(entry)
      ? Object.keys(entry).map((name) => ({ name, path: path + toPointer([name]) }))
      : [],
  );
}

/** Returns the name of the policy's own variable that a node reads: `vars.name` or `vars['name']`. */
export function readVariable(node: Expression, expression: ExpressionNode): string | undefined {
  if (node.kind !== "select" && node.kind !== "index") return undefined;
  if (!isFilledMap(node.operand, expression)) return undefined;
  if (node.kind === "select") return node.field;
  const { index } = node;
  return index.kind === "literal" && index.type === "string" ? index.value : undefined;
}

export function isFilledMap(node: Expression, expression: ExpressionNode): boolean {
  const variable = expression.variableOf(node);
  return variable !== undefined && isFilledByActions(variable, expression.place.dialect);
}

import { isJsonObject, type Expression, type JsonValue } from "@traffic-policy/policy-language";
import { itemsOf, type ActionNode } from "../../nodes/action-node.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

/** A variable that an action sets. */
export interface SetVariable {
  readonly name: string;
  /** JSON Pointer to its value. */
  readonly path: string;
}

/** The variables that an action sets, in the order in which it does. */
export function setVariables(action: ActionNode): readonly SetVariable[] {
  const field = action.definition?.setsVariables;
  if (field === undefined) return [];
  const value = action.field(field);
  const entries = Array.isArray(value)
    ? itemsOf(value).map(([index, item]): [string, JsonValue] => [
        action.pathOf(field, index),
        item,
      ])
    : [[action.pathOf(field), value ?? null] as const];
  return entries.flatMap(([path, entry]) =>
    isJsonObject(entry)
      ? Object.keys(entry).map((name) => ({ name, path: `${path}/${pointerKey(name)}` }))
      : [],
  );
}

/** The name of a variable of the policy's own that is read here: `vars.name` or `vars['name']`. */
export function readVariable(node: Expression, expression: ExpressionNode): string | undefined {
  if (node.kind !== "select" && node.kind !== "index") return undefined;
  if (!isFilledByActions(node.operand, expression)) return undefined;
  if (node.kind === "select") return node.field;
  const { index } = node;
  return index.kind === "literal" && index.type === "string" ? index.value : undefined;
}

/** Whether an expression is the map that actions fill. */
export function isFilledByActions(node: Expression, expression: ExpressionNode): boolean {
  const variable = expression.variableOf(node);
  const setBy = variable?.setBy;
  return (
    setBy !== undefined && expression.place.dialect.actions.get(setBy)?.setsVariables !== undefined
  );
}

function pointerKey(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

import type { Expression, VariableDefinition } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { textOf } from "../../nodes/tree-parts.ts";

/** The name of the header whose values a part of an expression is. */
export function headerOf(node: ExpressionNode, part: Expression): string | undefined {
  if (part.kind === "call") {
    const definition = node.place.dialect.functions.get(part.name);
    const isRead = definition?.headerName !== undefined && part.name.startsWith("get");
    return isRead && part.target === undefined ? textOf(part.arguments[0]) : undefined;
  }
  if (part.kind !== "index" && part.kind !== "select") return undefined;
  const variable = node.variableOf(part.operand);
  if (variable === undefined || !isHeaderMap(variable)) return undefined;
  return part.kind === "index" ? textOf(part.index) : part.field;
}

/** Whether a variable is the map of all headers, by its current or a deprecated name. */
export function isHeaderMap({ name }: VariableDefinition): boolean {
  return /\.headers$/i.test(name);
}

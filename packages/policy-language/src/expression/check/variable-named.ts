import type { Dialect } from "../../catalogue/dialect.ts";
import type { VariableDefinition } from "../../catalogue/variable.ts";
import { variableTree, type VariableTree } from "./checker.ts";
import type { Expression } from "../tree.ts";

/** Names that macros bind. */
type Names = Pick<ReadonlySet<string>, "has">;

/** The variable that `a.b.c` is; none when a macro binds `a`, or when it is something else. */
export function variableNamed(
  dialect: Dialect,
  node: Expression,
  bound: Names = new Set(),
): VariableDefinition | undefined {
  return branch(dialect, node, bound)?.definition;
}

function branch(dialect: Dialect, node: Expression, bound: Names): VariableTree | undefined {
  if (node.kind === "identifier") {
    const isBound = node.absolute === undefined && bound.has(node.name);
    return isBound ? undefined : variableTree(dialect).children.get(node.name);
  }
  if (node.kind !== "select") return undefined;
  return branch(dialect, node.operand, bound)?.children.get(node.field);
}

/** The expression that reads a variable: for `req.url.path` a chain of fields. */
export function reading(name: string): Expression {
  const [first = "", ...fields] = name.split(".");
  return fields.reduce<Expression>((operand, field) => ({ kind: "select", operand, field }), {
    kind: "identifier",
    name: first,
  });
}

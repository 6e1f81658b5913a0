import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "../../nodes/tree-parts.ts";
import { ofEqualConditions, ofRule } from "../equal-rules.ts";
import { logicOf } from "../logic/operands.ts";

/** The namespaces of the variables that an expression reads, itself or through functions. */
function namespacesRead(expression: ExpressionNode): ReadonlySet<string> {
  const logic = logicOf(expression);
  if (logic === undefined) return new Set();
  const names = [...logic.variables].map(({ name }) => name);
  const byCalls = partsOf(logic.tree).flatMap(({ node }) =>
    node.kind === "call" ? (logic.functionOf(node)?.reads ?? []) : [],
  );
  return new Set([...names, ...byCalls].map((name) => name.split(".", 1)[0] ?? ""));
}

/** The namespaces of the variables that the conditions of a rule read. */
export const readBy = ofEqualConditions(({ conditions }): readonly string[] =>
  conditions.flatMap((condition) => [...namespacesRead(condition)]),
);

/** The same for the expressions in the configs of its actions. */
export const readByActions = ofRule(({ actions }): readonly string[] =>
  actions.flatMap(({ expressions }) => expressions.flatMap((one) => [...namespacesRead(one)])),
);

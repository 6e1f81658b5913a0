import type {
  CheckResult,
  Expression,
  Span,
  VariableDefinition,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

const known = new WeakMap<CheckResult, ReadonlyMap<Span, VariableDefinition>>();

/** The variable that a part of an expression names, if it names one. */
export function variableOf(
  { checked }: ExpressionNode,
  { span }: Expression,
): VariableDefinition | undefined {
  return checked && span && variablesBySpan(checked).get(span);
}

/** The variables of an expression by the span of their use. */
function variablesBySpan(checked: CheckResult): ReadonlyMap<Span, VariableDefinition> {
  let variables = known.get(checked);
  if (variables === undefined) {
    variables = new Map(
      checked.variables.flatMap(({ span, definition }): [Span, VariableDefinition][] =>
        span === undefined ? [] : [[span, definition]],
      ),
    );
    known.set(checked, variables);
  }
  return variables;
}

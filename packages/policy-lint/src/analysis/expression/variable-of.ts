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
  part: Expression,
): VariableDefinition | undefined {
  if (checked === undefined || part.span === undefined) return undefined;
  let variables = known.get(checked);
  if (variables === undefined) {
    variables = variablesBySpan(checked);
    known.set(checked, variables);
  }
  return variables.get(part.span);
}

function variablesBySpan({ variables }: CheckResult): ReadonlyMap<Span, VariableDefinition> {
  return new Map(
    variables.flatMap(({ span, definition }): [Span, VariableDefinition][] =>
      span === undefined ? [] : [[span, definition]],
    ),
  );
}

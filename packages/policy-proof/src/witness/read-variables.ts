import type { OperandTrace, Trace } from "@traffic-policy/policy-engine";

type TracedVariable = NonNullable<OperandTrace["variables"]>[number];

export function readVariables({ rules }: Trace): TracedVariable[] {
  const variablesOf = ({ variables = [], operands = [] }: OperandTrace): TracedVariable[] => [
    ...variables,
    ...operands.flatMap(variablesOf),
  ];
  return rules.flatMap(({ expressions }) =>
    expressions.flatMap(({ operand }) => (operand === undefined ? [] : variablesOf(operand))),
  );
}

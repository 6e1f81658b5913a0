import type { OperandTrace, Trace } from "@traffic-policy/policy-engine";

type TracedVariable = NonNullable<OperandTrace["variables"]>[number];

export function readVariables({ rules }: Trace): TracedVariable[] {
  const all: TracedVariable[] = [];
  const add = ({ variables, operands }: OperandTrace): void => {
    if (variables !== undefined) all.push(...variables);
    operands?.forEach(add);
  };
  for (const { expressions } of rules) {
    for (const { operand } of expressions) if (operand !== undefined) add(operand);
  }
  return all;
}

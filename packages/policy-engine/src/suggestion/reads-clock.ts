import { variablesOf, type Dialect } from "@traffic-policy/policy-language";
import type { OperandTrace, Trace } from "../trace.ts";

/** Whether a condition was evaluated that looks at the time, or at something that happens in time. */
export function readsClock({ rules }: Trace, dialect: Dialect): boolean {
  const moments = new Set(
    variablesOf(dialect)
      .filter(({ type, varies }) => varies === true || type === "timestamp")
      .map(({ name }) => name),
  );
  const reads = ({ variables = [], operands = [] }: OperandTrace): boolean =>
    variables.some(({ name }) => moments.has(name)) || operands.some(reads);
  return rules.some(({ expressions }) =>
    expressions.some(({ operand }) => operand !== undefined && reads(operand)),
  );
}

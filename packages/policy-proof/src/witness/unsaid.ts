import { variablesOf, type Dialect } from "@traffic-policy/policy-language";
import {
  saysNothing,
  type Exchange,
  type JsonLike,
  type OperandTrace,
  type Trace,
} from "@traffic-policy/policy-engine";

/**
 * The variables that only the service knows and conditions looked at, with the empty values that they had: whoever
 * repeats the exchange has to say so.
 */
export function unsaidIn({ rules }: Trace, dialect: Dialect): NonNullable<Exchange["variables"]> {
  const services = new Set(
    variablesOf(dialect)
      .filter(({ knownBy }) => knownBy === "service")
      .map(({ name }) => name),
  );
  const unsaid: Record<string, JsonLike> = {};
  const add = ({ variables = [], operands = [] }: OperandTrace): void => {
    for (const { name, value } of variables) {
      if (services.has(name) && saysNothing(value)) unsaid[name] = value ?? null;
    }
    for (const operand of operands) add(operand);
  };
  for (const { operand } of rules.flatMap(({ expressions }) => expressions)) {
    if (operand !== undefined) add(operand);
  }
  return unsaid as NonNullable<Exchange["variables"]>;
}

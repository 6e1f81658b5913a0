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
 * repeats the exchange has to say so. An older name of a variable comes with that of today.
 */
export function unsaidIn({ rules }: Trace, dialect: Dialect): NonNullable<Exchange["variables"]> {
  const services = new Map(
    variablesOf(dialect)
      .filter(({ knownBy }) => knownBy === "service")
      .map(({ name, renamedTo }) => [name, [name, renamedTo ?? name]]),
  );
  const unsaid: Record<string, JsonLike> = {};
  const add = ({ variables = [], operands = [] }: OperandTrace): void => {
    for (const { name, value } of variables) {
      if (!saysNothing(value)) continue;
      for (const one of services.get(name) ?? []) unsaid[one] = value ?? null;
    }
    for (const operand of operands) add(operand);
  };
  for (const { operand } of rules.flatMap(({ expressions }) => expressions)) {
    if (operand !== undefined) add(operand);
  }
  return unsaid as NonNullable<Exchange["variables"]>;
}

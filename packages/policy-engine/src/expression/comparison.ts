import { printExpression, type Expression } from "@traffic-policy/policy-language";

/** A value of a variable that a comparison tells from others; `undefined` is any other one. */
export type Compared = string | bigint | boolean | undefined;

/** A condition that compares one variable with constants, and with nothing else. */
export interface Comparison {
  readonly variable: string;
  /** The values that it tells from others; both of a truth value. */
  readonly values: readonly Compared[];
  /** Whether it is true when the variable has this value. */
  readonly holds: (value: Compared) => boolean;
}

/**
 * Reads `name`, `!name`, `name == 'a'`, `'a' != name` and `name in ['a', 'b']`.
 *
 * @param variableAs - the variable that a text names, by one of its names; nothing when it names none
 */
export function comparisonIn(
  node: Expression,
  variableAs: (name: string) => string | undefined,
): Comparison | undefined {
  if (node.kind === "unary" && node.operator === "!") {
    const inner = comparisonIn(node.operand, variableAs);
    return inner && { ...inner, holds: (value) => !inner.holds(value) };
  }
  const nameOf = (part: Expression): string | undefined => {
    const name = part.kind === "literal" ? "" : printExpression(part);
    return variableAs(name);
  };
  const itself = nameOf(node);
  if (itself !== undefined) return among(itself, [true], true);
  if (node.kind !== "binary") return undefined;
  const { operator, left, right } = node;
  if (operator === "in") {
    const variable = nameOf(left);
    const values = right.kind === "list" ? right.elements.map(constantOf) : undefined;
    return variable !== undefined && values !== undefined
      ? among(variable, values, true)
      : undefined;
  }
  if (operator !== "==" && operator !== "!=") return undefined;
  const variable = nameOf(left) ?? nameOf(right);
  const constant = constantOf(nameOf(left) === undefined ? left : right);
  return variable === undefined ? undefined : among(variable, [constant], operator === "==");
}

function among(
  variable: string,
  values: readonly Compared[],
  isAmong: boolean,
): Comparison | undefined {
  if (values.includes(undefined)) return undefined;
  const isTruth = values.some((value) => typeof value === "boolean");
  return {
    variable,
    values: isTruth ? [true, false] : [...values, undefined],
    holds: (value) => values.includes(value) === isAmong,
  };
}

function constantOf(node: Expression): Compared {
  if (node.kind !== "literal") return undefined;
  return node.type === "string" || node.type === "int" || node.type === "bool"
    ? node.value
    : undefined;
}

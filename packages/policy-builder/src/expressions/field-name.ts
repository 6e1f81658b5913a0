import { printExpression } from "@traffic-policy/policy-language";

/**
 * The name of a field, if it can be one.
 *
 * @throws RangeError for what is no name in CEL
 */
export function fieldName(name: string): string {
  printExpression({ kind: "select", operand: { kind: "identifier", name: "v" }, field: name });
  return name;
}

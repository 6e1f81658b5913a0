import type { Expression } from "@traffic-policy/policy-language";

/** A JavaScript value that has one meaning in CEL. A whole number becomes an `int`. */
export type LiteralInput = string | number | bigint | boolean | null | readonly LiteralInput[];

/**
 * The CEL literal of a JavaScript value.
 *
 * @throws RangeError for a number that is not finite, or whole and too large to be exact
 * @throws TypeError for a value that CEL has no literal for
 */
export function literal(value: LiteralInput | undefined): Expression {
  if (typeof value === "string") return { kind: "literal", type: "string", value };
  if (typeof value === "boolean") return { kind: "literal", type: "bool", value };
  if (typeof value === "bigint") return { kind: "literal", type: "int", value };
  if (value === null) return { kind: "literal", type: "null", value };
  if (typeof value === "number") return numberLiteral(value);
  if (Array.isArray(value)) return { kind: "list", elements: value.map(literal) };
  throw new TypeError(`A value of type ${typeof value} has no literal in CEL.`);
}

function numberLiteral(value: number): Expression {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no literal in CEL.`);
  if (!Number.isInteger(value)) return { kind: "literal", type: "double", value };
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is not exact as a number; write it as a bigint, like 123n.`);
  }
  return { kind: "literal", type: "int", value: BigInt(value) };
}

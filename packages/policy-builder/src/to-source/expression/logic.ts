import { operandsOf, type Binary, type Expression } from "@traffic-policy/policy-language";
import { allOf, anyOf, not } from "../../logic.ts";
import type { Condition } from "../../expressions/condition.ts";
import type { Restriction } from "../../restriction.generated.ts";
import type { Built } from "../code.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { invokeFunction } from "./invoke.ts";

/** `a && b && c` as `allOf(a, b, c)`, and the same of `||`: none of them comes before its equals. */
export function chain(
  converter: Converter,
  tree: Binary & { readonly operator: "&&" | "||" },
): Built<AnyExpression> {
  const conditions = operandsOf(tree, tree.operator).map((one) => converter.condition(one));
  return tree.operator === "&&"
    ? invokeFunction("allOf", allOf as never, conditions)
    : invokeFunction("anyOf", anyOf as never, conditions);
}

/** `!condition`. */
export function negation(converter: Converter, operand: Expression): Built<AnyExpression> {
  const condition: Built<Condition<Restriction>> = converter.condition(operand);
  return invokeFunction("not", not as never, [condition]);
}

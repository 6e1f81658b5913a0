import { printExpression } from "@traffic-policy/policy-language";
import { callSite } from "./call-site.ts";
import { call } from "./expressions/build.ts";
import type { CelExpression } from "./expressions/cel-expression.ts";
import type { Condition } from "./expressions/condition.ts";
import { operand } from "./operand.ts";
import type { Restriction } from "./restriction.generated.ts";

/**
 * `has`: the field has a value, such as `has(req.url.port)`.
 *
 * @throws TypeError for what is not a field
 */
export function has<R extends Restriction = never>(field: CelExpression<R>): Condition<R> {
  const tested = operand("dyn", field);
  if (tested.tree.kind !== "select") {
    throw new TypeError(
      `has() asks for a field, like req.url.port, not for ${printExpression(tested.tree)}.`,
    );
  }
  return call("bool", "has", [tested], { site: callSite() });
}

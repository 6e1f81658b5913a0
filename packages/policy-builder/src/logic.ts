import { printExpression } from "@traffic-policy/policy-language";
import { callSite } from "./call-site.ts";
import { chain, call } from "./expressions/build.ts";
import { Condition, negation } from "./expressions/condition.ts";
import { refuseNothing } from "./errors.ts";
import type { Restriction } from "./restriction.ts";
import type { CelExpression } from "./expressions/cel-expression.ts";
import { operand } from "./operand.ts";

/**
 * `&&`: all of them are true.
 *
 * @throws TypeError for none at all, as for an empty array that is spread: it would always be true
 */
export function allOf<R extends Restriction = never>(
  ...conditions: readonly Condition<R>[]
): Condition<R> {
  refuseNothing(conditions, "allOf() needs at least one condition", "it would always be true");
  const { tree, places } = chain("&&", conditions);
  return new Condition(tree, places, callSite());
}

/**
 * `||`: one of them at least is true.
 *
 * @throws TypeError for none at all, as for an empty array that is spread: it would always be false
 */
export function anyOf<R extends Restriction = never>(
  ...conditions: readonly Condition<R>[]
): Condition<R> {
  refuseNothing(conditions, "anyOf() needs at least one condition", "it would always be false");
  const { tree, places } = chain("||", conditions);
  return new Condition(tree, places, callSite());
}

/** `!`: is false. */
export function not<R extends Restriction = never>(condition: Condition<R>): Condition<R> {
  return negation(condition, callSite());
}

/**
 * `has`: the field has a value, such as `has(req.url.port)`.
 *
 * @throws TypeError for what is not a field
 */
export function has<R extends Restriction = never>(field: CelExpression<R>): Condition<R> {
  const tested = operand("dyn", field);
  if (tested.tree.kind !== "select") {
    throw new TypeError(
      `has() accepts a field, like req.url.port, not ${printExpression(tested.tree)}.`,
    );
  }
  return call("bool", "has", [tested], { site: callSite() });
}

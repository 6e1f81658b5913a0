import { callSite } from "./call-site.ts";
import { chain } from "./expressions/build.ts";
import { Condition, negation } from "./expressions/condition.ts";
import { refuseNothing } from "./refuse-nothing.ts";
import type { Restriction } from "./restriction.generated.ts";

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

import { callSite } from "./call-site.ts";
import { chain } from "./expressions/build.ts";
import { Condition, negation } from "./expressions/condition.ts";
import type { Restriction } from "./restriction.generated.ts";

/** `&&`: all of them are true, as of none at all. */
export function allOf<R extends Restriction = never>(
  ...conditions: readonly Condition<R>[]
): Condition<R> {
  const { tree, places } = chain("&&", conditions);
  return new Condition(tree, places, callSite());
}

/** `||`: one of them at least is true; never so of none at all. */
export function anyOf<R extends Restriction = never>(
  ...conditions: readonly Condition<R>[]
): Condition<R> {
  const { tree, places } = chain("||", conditions);
  return new Condition(tree, places, callSite());
}

/** `!`: is false. */
export function not<R extends Restriction = never>(condition: Condition<R>): Condition<R> {
  return negation(condition, callSite());
}

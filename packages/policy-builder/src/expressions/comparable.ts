import { callSite } from "../call-site.ts";
import { listOperand, operand } from "../operand.ts";
import { refuseNothing } from "../errors.ts";
import type { Restriction } from "../restriction.ts";
import { binary } from "./build.ts";
import { CelExpression, kind } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import type { Kind, Values } from "./kinds.ts";

/** An expression whose values come one before another. */
export abstract class ComparableExpression<
  K extends Kind,
  out R extends Restriction,
> extends CelExpression<R> {
  abstract get [kind](): K;

  /** `==`: is exactly this. */
  eq<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return binary("bool", this, "==", operand(this[kind], value), callSite());
  }
  /** `!=`: is anything else. */
  ne<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return binary("bool", this, "!=", operand(this[kind], value), callSite());
  }
  /** `<`: comes before this. */
  lt<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return binary("bool", this, "<", operand(this[kind], value), callSite());
  }
  /** `<=`: is this, or comes before it. */
  le<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return binary("bool", this, "<=", operand(this[kind], value), callSite());
  }
  /** `>`: comes after this. */
  gt<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return binary("bool", this, ">", operand(this[kind], value), callSite());
  }
  /** `>=`: is this, or comes after it. */
  ge<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return binary("bool", this, ">=", operand(this[kind], value), callSite());
  }
  /**
   * `in`: is one of these. Of a list that is an expression, ask `list.includes(value)`.
   *
   * @throws TypeError for none at all, as for an empty array that is spread: it would always be false
   */
  isIn<Q extends Restriction = never>(...values: readonly Values<Q>[K][]): Condition<R | Q> {
    refuseNothing(values, "isIn() needs at least one value", "it would always be false");
    return binary("bool", this, "in", listOperand(this[kind], values), callSite());
  }
}

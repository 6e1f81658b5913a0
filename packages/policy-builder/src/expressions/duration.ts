import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.generated.ts";
import { binary, method } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { ComparableExpression } from "./comparable.ts";
import type { IntExpression } from "./number.ts";
import { defineKind, type DurationValue } from "./kinds.ts";

/** A length of time. */
export class DurationExpression<out R extends Restriction = never> extends ComparableExpression<
  "duration",
  R
> {
  get [kind](): "duration" {
    return "duration";
  }

  /** `+`: both together. */
  plus<Q extends Restriction = never>(duration: DurationValue<Q>): DurationExpression<R | Q> {
    return binary("duration", this, "+", operand("duration", duration));
  }
  /** `-`: what is left without this. */
  minus<Q extends Restriction = never>(duration: DurationValue<Q>): DurationExpression<R | Q> {
    return binary("duration", this, "-", operand("duration", duration));
  }
  /** `getHours`: all of it in whole hours. */
  getHours(): IntExpression<R> {
    return method("int", this, "getHours", []);
  }
  /** `getMinutes`: all of it in whole minutes. */
  getMinutes(): IntExpression<R> {
    return method("int", this, "getMinutes", []);
  }
  /** `getSeconds`: all of it in whole seconds. */
  getSeconds(): IntExpression<R> {
    return method("int", this, "getSeconds", []);
  }
  /**
   * `getMilliseconds`: its milliseconds. Implementations of CEL differ on whether the whole seconds
   * count among them.
   */
  getMilliseconds(): IntExpression<R> {
    return method("int", this, "getMilliseconds", []);
  }
}

defineKind("duration", (tree, where, site) => new DurationExpression(tree, where, site));

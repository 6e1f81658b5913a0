import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.generated.ts";
import { binary } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { ComparableExpression } from "./comparable.ts";
import type { Expressions, Values } from "./kinds.ts";

/** A number: what all three types of numbers can do. */
export abstract class NumberExpression<
  K extends "double" | "int" | "uint",
  out R extends Restriction,
> extends ComparableExpression<K, R> {
  /** `+`. */
  plus<Q extends Restriction = never>(value: Values<Q>[K]): Expressions<R | Q>[K] {
    return binary(this[kind], this, "+", operand(this[kind], value));
  }
  /** `-`. */
  minus<Q extends Restriction = never>(value: Values<Q>[K]): Expressions<R | Q>[K] {
    return binary(this[kind], this, "-", operand(this[kind], value));
  }
  /** `*`. */
  times<Q extends Restriction = never>(value: Values<Q>[K]): Expressions<R | Q>[K] {
    return binary(this[kind], this, "*", operand(this[kind], value));
  }
  /** `/`; of whole numbers it gives the whole number that is nearer to zero. */
  dividedBy<Q extends Restriction = never>(value: Values<Q>[K]): Expressions<R | Q>[K] {
    return binary(this[kind], this, "/", operand(this[kind], value));
  }
}

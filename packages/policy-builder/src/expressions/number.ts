import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.ts";
import { binary } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { ComparableExpression } from "./comparable.ts";
import {
  defineKind,
  type Expressions,
  type Values,
  type IntValue,
  type UintValue,
} from "./kinds.ts";

abstract class NumberExpression<
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
  /** `/`; between whole numbers it truncates toward zero. */
  dividedBy<Q extends Restriction = never>(value: Values<Q>[K]): Expressions<R | Q>[K] {
    return binary(this[kind], this, "/", operand(this[kind], value));
  }
}

/** A whole number of 64 bits. */
export class IntExpression<out R extends Restriction = never> extends NumberExpression<"int", R> {
  get [kind](): "int" {
    return "int";
  }

  /** `%`: what is left when it is divided by this. */
  modulo<Q extends Restriction = never>(value: IntValue<Q>): IntExpression<R | Q> {
    return binary("int", this, "%", operand("int", value));
  }
}

defineKind("int", (tree, where, site) => new IntExpression(tree, where, site));

/** A whole number of 64 bits that is not negative. */
export class UintExpression<out R extends Restriction = never> extends NumberExpression<"uint", R> {
  get [kind](): "uint" {
    return "uint";
  }

  /** `%`: what is left when it is divided by this. */
  modulo<Q extends Restriction = never>(value: UintValue<Q>): UintExpression<R | Q> {
    return binary("uint", this, "%", operand("uint", value));
  }
}

defineKind("uint", (tree, where, site) => new UintExpression(tree, where, site));

/** A floating-point number. */
export class DoubleExpression<out R extends Restriction = never> extends NumberExpression<
  "double",
  R
> {
  get [kind](): "double" {
    return "double";
  }
}

defineKind("double", (tree, where, site) => new DoubleExpression(tree, where, site));

import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.generated.ts";
import { binary } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { defineKind, type IntValue } from "./kinds.ts";
import { NumberExpression } from "./number.ts";

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

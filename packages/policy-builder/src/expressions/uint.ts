import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.generated.ts";
import { binary } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { defineKind, type UintValue } from "./kinds.ts";
import { NumberExpression } from "./number.ts";

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

import type { Restriction } from "../restriction.generated.ts";
import { kind } from "./cel-expression.ts";
import { defineKind } from "./kinds.ts";
import { NumberExpression } from "./number.ts";

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

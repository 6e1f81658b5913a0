import { callSite, type CallSite } from "../call-site.ts";
import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.ts";
import { binary, chain, refuseBoolean } from "./build.ts";
import { CelExpression, kind } from "./cel-expression.ts";
import { defineKind, type BoolValue } from "./kinds.ts";

/** A CEL expression that is true or false: what a rule's `when` takes. */
export class Condition<out R extends Restriction = never> extends CelExpression<R> {
  get [kind](): "bool" {
    return "bool";
  }

  /** `&&`: this, and all of the others. */
  and<Q extends Restriction = never>(...others: readonly Condition<Q>[]): Condition<R | Q> {
    const all = chain("&&", [this, ...others], -1);
    return new Condition(all.tree, all.places, callSite());
  }
  /** `||`: this, or any of the others. */
  or<Q extends Restriction = never>(...others: readonly Condition<Q>[]): Condition<R | Q> {
    const all = chain("||", [this, ...others], -1);
    return new Condition(all.tree, all.places, callSite());
  }
  /** `!`: is false. */
  not(): Condition<R> {
    return negation(this, callSite());
  }
  /** `==`: both are true, or both are false. */
  eq<Q extends Restriction = never>(value: BoolValue<Q>): Condition<R | Q> {
    return binary("bool", this, "==", operand("bool", value), callSite());
  }
  /** `!=`: one is true and the other is false. */
  ne<Q extends Restriction = never>(value: BoolValue<Q>): Condition<R | Q> {
    return binary("bool", this, "!=", operand("bool", value), callSite());
  }
}

export function negation<R extends Restriction>(
  condition: Condition<R>,
  site: CallSite | undefined,
): Condition<R> {
  refuseBoolean(condition, 0);
  const { tree, places } = operand("bool", condition);
  return new Condition({ kind: "unary", operator: "!", operand: tree }, places, site);
}

defineKind("bool", (tree, where, site) => new Condition(tree, where, site));

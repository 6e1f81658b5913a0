import { callSite } from "../call-site.ts";
import { listOperand, operand } from "../operand.ts";
import { refuseNothing } from "../errors.ts";
import type { Restriction } from "../restriction.ts";
import { binary, element, field, membership, method, fieldName } from "./build.ts";
import { content, kind, places } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import { IterableExpression } from "./iterable.ts";
import {
  defineKind,
  makeExpression,
  type DynValue,
  type Expressions,
  type Kind,
  type StringValue,
} from "./kinds.ts";

/** A value whose type is known at run time only. What it cannot do fails then. */
export class DynExpression<out R extends Restriction = never> extends IterableExpression<"dyn", R> {
  protected readonly itemKind = "dyn";

  get [kind](): "dyn" {
    return "dyn";
  }

  /**
   * The same value, taken for one of a type that you know it has. It changes nothing in the CEL.
   *
   * @example
   * ```ts
   * list.at(0).as("string").startsWith("a")
   * ```
   */
  as<K extends Kind>(type: K): Expressions<R>[K] {
    const site = type === "bool" ? callSite() : undefined;
    return makeExpression(type, this[content], this[places], site);
  }
  /** `==`. */
  eq<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return binary("bool", this, "==", operand("dyn", value), callSite());
  }
  /** `!=`. */
  ne<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return binary("bool", this, "!=", operand("dyn", value), callSite());
  }
  /** `<`. */
  lt<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return binary("bool", this, "<", operand("dyn", value), callSite());
  }
  /** `<=`. */
  le<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return binary("bool", this, "<=", operand("dyn", value), callSite());
  }
  /** `>`. */
  gt<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return binary("bool", this, ">", operand("dyn", value), callSite());
  }
  /** `>=`. */
  ge<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return binary("bool", this, ">=", operand("dyn", value), callSite());
  }
  /**
   * `in`: is one of these.
   *
   * @throws TypeError for none at all, as for an empty array that is spread: it would always be false
   */
  isIn<Q extends Restriction = never>(...values: readonly DynValue<Q>[]): Condition<R | Q> {
    refuseNothing(values, "isIn() needs at least one value", "it would always be false");
    return binary("bool", this, "in", listOperand("dyn", values), callSite());
  }
  /** `in`: has this among its items, or its keys. */
  includes<Q extends Restriction = never>(value: DynValue<Q>): Condition<R | Q> {
    return membership(operand("dyn", value), this, callSite());
  }
  /** `[ ]`: the item at this place, or what is at this key. */
  at<Q extends Restriction = never>(key: DynValue<Q>): DynExpression<R | Q> {
    return element("dyn", this, operand("dyn", key));
  }
  /**
   * `.name`: the field of this name.
   *
   * @throws RangeError for what is not a name in CEL
   */
  field(name: string): DynExpression<R> {
    return field("dyn", this, fieldName(name));
  }
  /** `startsWith`. */
  startsWith<Q extends Restriction = never>(prefix: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "startsWith", [operand("string", prefix)], callSite());
  }
  /** `endsWith`. */
  endsWith<Q extends Restriction = never>(suffix: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "endsWith", [operand("string", suffix)], callSite());
  }
  /** `contains`. */
  contains<Q extends Restriction = never>(part: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "contains", [operand("string", part)], callSite());
  }
  /** `matches`. */
  matches<Q extends Restriction = never>(pattern: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "matches", [operand("string", pattern)], callSite());
  }
}

defineKind("dyn", (tree, where, site) => new DynExpression(tree, where, site));

import type { Expression } from "@traffic-policy/policy-language";
import { callSite, type CallSite } from "../call-site.ts";
import { operand } from "../operand.ts";
import type { PlaceSet } from "../places.ts";
import type { Restriction } from "../restriction.ts";
import { binary, element, membership } from "./build.ts";
import { kind } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import { IterableExpression } from "./iterable.ts";
import {
  defineKind,
  type Expressions,
  type IntValue,
  type Kind,
  type ListValue,
  type Values,
} from "./kinds.ts";

/** A list, whose items have the type `K`. */
export class ListExpression<
  K extends Kind,
  out R extends Restriction = never,
> extends IterableExpression<K, R> {
  protected readonly itemKind: K;

  constructor(
    tree: Expression | string,
    where: PlaceSet,
    site: CallSite | undefined,
    itemKind: string,
  ) {
    super(tree, where, site);
    this.itemKind = itemKind as K;
  }

  get [kind](): `list(${K})` {
    return `list(${this.itemKind})`;
  }

  /** `[ ]`: the item at this place; the first is 0. A missing one fails at run time: ask `size`. */
  at<Q extends Restriction = never>(index: IntValue<Q>): Expressions<R | Q>[K] {
    // Only a condition can be in a rule by itself.
    const site = this.itemKind === "bool" ? callSite() : undefined;
    return element(this.itemKind, this, operand("int", index), site);
  }
  /** `in`: has this among its items. */
  includes<Q extends Restriction = never>(value: Values<Q>[K]): Condition<R | Q> {
    return membership(operand(this.itemKind, value), this, callSite());
  }
  /** `==`: has exactly these items, in this order. */
  eq<Q extends Restriction = never>(value: ListValue<K, Q>): Condition<R | Q> {
    return binary("bool", this, "==", operand(this[kind], value), callSite());
  }
  /** `!=`: has other items, or another order. */
  ne<Q extends Restriction = never>(value: ListValue<K, Q>): Condition<R | Q> {
    return binary("bool", this, "!=", operand(this[kind], value), callSite());
  }
  /** `+`: its items, and then these. */
  plus<Q extends Restriction = never>(value: ListValue<K, Q>): ListExpression<K, R | Q> {
    return binary(this[kind], this, "+", operand(this[kind], value));
  }
}

defineKind("list", (tree, where, site, item) => new ListExpression(tree, where, site, item));

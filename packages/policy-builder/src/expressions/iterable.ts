import { callSite } from "../call-site.ts";
import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.generated.ts";
import { call, method } from "./build.ts";
import { CelExpression, kind, type restriction } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import type { IntExpression } from "./number.ts";
import type { Expressions, Kind } from "./kinds.ts";
import type { ListExpression } from "./list.ts";
import { bind } from "./macro.ts";

/** What a macro can go through: the items of a list, or the keys of a map. */
export abstract class IterableExpression<
  K extends Kind,
  out R extends Restriction,
> extends CelExpression<R> {
  /** The type of what a macro goes through. */
  protected abstract readonly itemKind: K;

  /** `size`: how many there are. */
  size(): IntExpression<R> {
    return call("int", "size", [operand("dyn", this)]);
  }
  /**
   * `exists`: the condition is true of one at least.
   *
   * @param name - what the expression calls the one it is at; `v` when left out
   *
   * @example
   * ```ts
   * req.header("User-Agent").some((value) => value.contains("bot"))
   * ```
   */
  some<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): Condition<R | Q> {
    const site = callSite();
    return method("bool", this, "exists", bind(this.itemKind, test, name).args, site);
  }
  /**
   * `all`: the condition is true of each, as it is when there are none.
   *
   * @param name - what the expression calls the one it is at; `v` when left out
   */
  every<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): Condition<R | Q> {
    const site = callSite();
    return method("bool", this, "all", bind(this.itemKind, test, name).args, site);
  }
  /**
   * `exists_one`: the condition is true of exactly one.
   *
   * @param name - what the expression calls the one it is at; `v` when left out
   */
  exactlyOne<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): Condition<R | Q> {
    const site = callSite();
    return method("bool", this, "exists_one", bind(this.itemKind, test, name).args, site);
  }
  /**
   * `filter`: the list of those of which the condition is true.
   *
   * @param name - what the expression calls the one it is at; `v` when left out
   */
  filter<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): ListExpression<K, R | Q> {
    const { args } = bind(this.itemKind, test, name);
    return method(`list(${this.itemKind})`, this, "filter", args);
  }
  /**
   * `map`: the list of what each of them becomes.
   *
   * @param name - what the expression calls the one it is at; `v` when left out
   */
  map<T extends CelExpression<Restriction> & { readonly [kind]: Kind }>(
    become: (item: Expressions<R>[K]) => T,
    name?: string,
  ): ListExpression<T[typeof kind], R | T[typeof restriction]> {
    const { args, result } = bind(this.itemKind, become, name);
    return method(`list(${result[kind]})`, this, "map", args);
  }
}

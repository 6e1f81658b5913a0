import {
  directionsDialect,
  parseExpression,
  printExpression,
} from "@traffic-policy/policy-language";
import { callSite } from "../call-site.ts";
import { operand, type Operand } from "../operand.ts";
import { everywhere } from "../places.ts";
import type { Restriction } from "../restriction.ts";
import { call, method } from "./build.ts";
import { type AnyExpression, CelExpression, kind, type restriction } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import type { IntExpression } from "./number.ts";
import { type Expressions, type Kind, makeExpression } from "./kinds.ts";
import type { ListExpression } from "./list.ts";
import { describeValue } from "../errors.ts";

/** A value that macros iterate over: the items of a list, or the keys of a map. */
export abstract class IterableExpression<
  K extends Kind,
  out R extends Restriction,
> extends CelExpression<R> {
  protected abstract readonly itemKind: K;

  /** `size`: the number of items or keys. */
  size(): IntExpression<R> {
    return call("int", "size", [operand("dyn", this)]);
  }
  /**
   * `exists`: true when the condition holds for at least one item.
   *
   * @param name - the name of the item in the expression; `v` by default
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
   * `all`: true when the condition holds for every item, also when there are none.
   *
   * @param name - the name of the item in the expression; `v` by default
   */
  every<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): Condition<R | Q> {
    const site = callSite();
    return method("bool", this, "all", bind(this.itemKind, test, name).args, site);
  }
  /**
   * `exists_one`: true when the condition holds for exactly one item.
   *
   * @param name - the name of the item in the expression; `v` by default
   */
  exactlyOne<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): Condition<R | Q> {
    const site = callSite();
    return method("bool", this, "exists_one", bind(this.itemKind, test, name).args, site);
  }
  /**
   * `filter`: the list of the items for which the condition holds.
   *
   * @param name - the name of the item in the expression; `v` by default
   */
  filter<Q extends Restriction = never>(
    test: (item: Expressions<R>[K]) => Condition<Q>,
    name?: string,
  ): ListExpression<K, R | Q> {
    const { args } = bind(this.itemKind, test, name);
    return method(`list(${this.itemKind})`, this, "filter", args);
  }
  /**
   * `map`: the list of the results for each item.
   *
   * @param name - the name of the item in the expression; `v` by default
   */
  map<T extends CelExpression<Restriction> & { readonly [kind]: Kind }>(
    become: (item: Expressions<R>[K]) => T,
    name?: string,
  ): ListExpression<T[typeof kind], R | T[typeof restriction]> {
    const { args, result } = bind(this.itemKind, become, name);
    return method(`list(${result[kind]})`, this, "map", args);
  }
}

/** The variables of the macros that are being built, outermost first. */
const open: string[] = [];

interface Binding<T> {
  readonly args: readonly Operand[];
  readonly result: T;
}

/**
 * Builds the body of a macro with a variable whose name no enclosing macro uses.
 *
 * @throws RangeError for a name that an enclosing macro or a namespace of variables has, or that CEL does not allow
 * @throws TypeError when the body does not return an expression
 */
export function bind<K extends Kind, T extends AnyExpression>(
  itemKind: K,
  body: (item: Expressions<never>[K]) => T,
  given?: string | undefined,
): Binding<T> {
  const name = given === undefined ? freeName() : checkedName(given);
  const tree = { kind: "identifier", name } as const;
  open.push(name);
  try {
    const item = makeExpression<AnyExpression>(itemKind, tree, everywhere);
    const result = body(item as Expressions<never>[K]);
    if (!(result instanceof CelExpression)) {
      throw new TypeError(
        `The function of a macro has to return an expression, not ${describeValue(result)}.`,
      );
    }
    return { args: [{ tree, places: everywhere }, operand("dyn", result)], result };
  } finally {
    open.pop();
  }
}

function checkedName(name: string): string {
  if (open.includes(name)) {
    throw new RangeError(`An enclosing macro already uses the variable "${name}".`);
  }
  if (directionsDialect.namespaces.some((namespace) => namespace.name === name)) {
    throw new RangeError(`"${name}" would hide the variables of that name.`);
  }
  const written = printExpression({ kind: "identifier", name });
  if (!parseExpression(`[].all(${written}, true)`).ok) {
    throw new RangeError(`"${name}" is a reserved name in CEL.`);
  }
  return name;
}

function freeName(): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? "v" : `v${count}`;
    if (!open.includes(name)) return name;
  }
}

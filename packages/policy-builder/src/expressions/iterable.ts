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
import { CelExpression, kind, type restriction } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import type { IntExpression } from "./number.ts";
import { type Expressions, type Kind, makeExpression } from "./kinds.ts";
import type { ListExpression } from "./list.ts";
import { describeValue } from "../errors.ts";

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
   * @param name - what the expression calls the one it is at; `v` by default
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
   * @param name - what the expression calls the one it is at; `v` by default
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
   * @param name - what the expression calls the one it is at; `v` by default
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
   * @param name - what the expression calls the one it is at; `v` by default
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
   * @param name - what the expression calls the one it is at; `v` by default
   */
  map<T extends CelExpression<Restriction> & { readonly [kind]: Kind }>(
    become: (item: Expressions<R>[K]) => T,
    name?: string,
  ): ListExpression<T[typeof kind], R | T[typeof restriction]> {
    const { args, result } = bind(this.itemKind, become, name);
    return method(`list(${result[kind]})`, this, "map", args);
  }
}

type AnyExpression = CelExpression<Restriction>;

/** The variables of the macros that are being built, from the outermost. */
const open: string[] = [];

/** A macro's variable, and what was built with it. */
interface Binding<T> {
  readonly args: readonly Operand[];
  readonly result: T;
}

/**
 * Builds the body of a macro with its variable, which has a name that no macro around it uses.
 *
 * @throws RangeError for a name that a macro around it or a namespace of variables has, or that
 * CEL cannot have
 * @throws TypeError when the body gives no expression
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

import type { Expression } from "@traffic-policy/policy-language";
import { callSite, type CallSite } from "../call-site.ts";
import { operand, type Operand } from "../operand.ts";
import type { PlaceSet, Restriction } from "../restriction.generated.ts";
import { element, membership } from "./build.ts";
import type { Condition } from "./condition.ts";
import { kind } from "./cel-expression.ts";
import { IterableExpression } from "./iterable.ts";
import { defineKind, type Expressions, type Kind, type StringValue } from "./kinds.ts";

/** A map from text to values of the type `K`. A macro goes through its keys. */
export class MapExpression<
  K extends Kind,
  out R extends Restriction = never,
> extends IterableExpression<"string", R> {
  protected readonly itemKind = "string";
  readonly #valueKind: string;

  constructor(
    tree: Expression | string,
    where: PlaceSet,
    site: CallSite | undefined,
    valueKind: string,
  ) {
    super(tree, where, site);
    this.#valueKind = valueKind;
  }

  get [kind](): `map(string, ${K})` {
    return `map(string, ${this.#valueKind as K})`;
  }

  /** `in`: has this key. */
  has<Q extends Restriction = never>(key: StringValue<Q>): Condition<R | Q> {
    return membership(this.keyOperand(key), this, callSite());
  }
  /** `[ ]`: what is at this key. A missing key fails at run time: ask `has` before. */
  at<Q extends Restriction = never>(key: StringValue<Q>): Expressions<R | Q>[K] {
    return element(this.#valueKind, this, this.keyOperand(key));
  }

  protected keyOperand(key: unknown): Operand {
    return operand("string", key);
  }
}

/** The headers of a message. Their names are written in lower case, whatever they are given in. */
class HeadersExpression extends MapExpression<"list(string)"> {
  protected override keyOperand(key: unknown): Operand {
    return operand("string", typeof key === "string" ? key.toLowerCase() : key);
  }
}

/** A map whose values can be taken with `[ ]`, too, unless a method has the name of the key. */
export type IndexedMap<K extends Kind, R extends Restriction = never> = MapExpression<K, R> & {
  readonly [key: string]: Expressions<R>[K];
};

function indexed<T extends MapExpression<Kind>>(map: T): T {
  return new Proxy(map, {
    get(_target, key) {
      if (typeof key === "string" && !(key in map)) return map.at(key);
      const value: unknown = Reflect.get(map, key);
      return typeof value === "function" ? value.bind(map) : value;
    },
  });
}

defineKind("map", (tree, where, site, value) =>
  indexed(new MapExpression<Kind>(tree, where, site, value)),
);
defineKind("headers", (tree, where, site) =>
  indexed(new HeadersExpression(tree, where, site, "list(string)")),
);

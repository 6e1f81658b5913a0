import type { Expression } from "@traffic-policy/policy-language";
import { callSite, type CallSite } from "../call-site.ts";
import { operand, type Operand } from "../operand.ts";
import type { PlaceSet } from "../places.ts";
import type { Restriction } from "../restriction.ts";
import { element, field, fieldName, isFieldName, membership } from "./build.ts";
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
  protected readonly valueKind: string;

  constructor(
    tree: Expression | string,
    where: PlaceSet,
    site: CallSite | undefined,
    valueKind: string,
  ) {
    super(tree, where, site);
    this.valueKind = valueKind;
  }

  get [kind](): `map(string, ${K})` {
    return `map(string, ${this.valueKind as K})`;
  }

  /** `in`: has this key. */
  has<Q extends Restriction = never>(key: StringValue<Q>): Condition<R | Q> {
    return membership(this.keyOperand(key), this, callSite());
  }
  /** `[ ]`: what is at this key. A missing key fails at run time: ask `has` before. */
  at<Q extends Restriction = never>(key: StringValue<Q>): Expressions<R | Q>[K] {
    return element(this.valueKind, this, this.keyOperand(key));
  }

  protected keyOperand(key: unknown): Operand {
    return operand("string", key);
  }
}

/** The headers of a message. Their names are written in lower case, whatever case they are given in. */
class HeadersExpression extends MapExpression<"list(string)"> {
  protected override keyOperand(key: unknown): Operand {
    return operand("string", typeof key === "string" ? key.toLowerCase() : key);
  }
}

/**
 * A map whose keys are names that nobody lists, and are read like fields: `vars.tier`. Its values can be taken
 * with `.` and `[ ]`, too, unless a method has the name of the key.
 */
export class FieldsExpression<
  K extends Kind,
  out R extends Restriction = never,
> extends MapExpression<K, R> {
  /**
   * `.name`: what has this name. It fails at run time when nothing has: ask `has` before.
   *
   * @throws RangeError for what is not a name in CEL
   */
  field(name: string): Expressions<R>[K] {
    return field(this.valueKind, this, fieldName(name));
  }
}

/** A map whose values can be taken with `[ ]`, too, unless a method has the name of the key. */
export type IndexedMap<K extends Kind, R extends Restriction = never> = MapExpression<K, R> & {
  readonly [key: string]: Expressions<R>[K];
};

/** The same with names that are read like fields. */
export type IndexedFields<K extends Kind, R extends Restriction = never> = FieldsExpression<
  K,
  R
> & {
  readonly [name: string]: Expressions<R>[K];
};

function indexed<T extends MapExpression<Kind>>(
  map: T,
  at: (key: string) => unknown = (key) => map.at(key),
): T {
  return new Proxy(map, {
    get(_target, key) {
      if (typeof key === "string" && !(key in map)) return at(key);
      const value: unknown = Reflect.get(map, key);
      return typeof value === "function" ? value.bind(map) : value;
    },
  });
}

defineKind("map", (tree, where, site, value) =>
  indexed(new MapExpression<Kind>(tree, where, site, value)),
);
defineKind("fields", (tree, where, site, value) => {
  const fields = new FieldsExpression<Kind>(tree, where, site, value);
  return indexed(fields, (key) => (isFieldName(key) ? fields.field(key) : fields.at(key)));
});
defineKind("headers", (tree, where, site) =>
  indexed(new HeadersExpression(tree, where, site, "list(string)")),
);

import type { Expression } from "@traffic-policy/policy-language";
import type { CallSite } from "../origin.ts";
import type { Condition } from "./condition.ts";
import { TypedExpression, type ExpressionClass } from "./typed-expression.ts";

/** A map from text to something else, such as headers. */
export class MapExpression<Value> extends TypedExpression {
  declare readonly celType: "map";
  readonly #value: ExpressionClass<Value>;

  constructor(content: Expression, callSite: CallSite, value: ExpressionClass<Value>) {
    super(content, callSite);
    this.#value = value;
  }

  /** Has this key. Keys of header maps are in lower case. */
  has(key: string): Condition {
    return this.holds(key, this.has);
  }
  /** What is at this key. A missing key fails at run time: ask `has` first. */
  at(key: string): Value {
    return this.element(key, this.#value, this.at);
  }
}

/** The class of maps with such values. */
export function mapOf<Value>(value: ExpressionClass<Value>): ExpressionClass<MapExpression<Value>> {
  return class extends MapExpression<Value> {
    constructor(content: Expression, callSite: CallSite) {
      super(content, callSite, value);
    }
  };
}

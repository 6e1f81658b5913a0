import type { Expression } from "@traffic-policy/policy-language";
import { CallSite } from "../origin.ts";
import type { Condition } from "./condition.ts";
import { IntExpression } from "./int.ts";
import { StringExpression } from "./string.ts";
import { TypedExpression, type ExpressionClass } from "./typed-expression.ts";

/** A list. */
export class ListExpression<Item> extends TypedExpression {
  declare readonly celType: "list";
  readonly #item: ExpressionClass<Item>;

  constructor(content: Expression, callSite: CallSite, item: ExpressionClass<Item>) {
    super(content, callSite);
    this.#item = item;
  }

  /** The item at this place; the first is 0. A missing item fails at run time: ask `size` first. */
  at(index: number): Item {
    return this.element(index, this.#item, this.at);
  }
  /** How many items there are. */
  size(): IntExpression {
    return new IntExpression(
      { kind: "call", name: "size", arguments: [this.content] },
      new CallSite(this.size),
    );
  }
}

/** A list of texts. */
export class StringListExpression extends ListExpression<StringExpression> {
  constructor(content: Expression, callSite: CallSite) {
    super(content, callSite, StringExpression);
  }

  /** Has this text among its items. */
  includes(value: string): Condition {
    return this.holds(value, this.includes);
  }
}

/** The class of lists with such items. */
export function listOf<Item>(item: ExpressionClass<Item>): ExpressionClass<ListExpression<Item>> {
  return class extends ListExpression<Item> {
    constructor(content: Expression, callSite: CallSite) {
      super(content, callSite, item);
    }
  };
}

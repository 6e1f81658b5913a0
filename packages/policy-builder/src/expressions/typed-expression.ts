import type { BinaryOperator, Expression } from "@traffic-policy/policy-language";
import { literal, type LiteralInput } from "../literal.ts";
import { CallSite } from "../origin.ts";
import { CelExpression } from "./cel-expression.ts";
import { Condition } from "./condition.ts";

type Builder = (...args: never[]) => unknown;

/** The class of the expressions of one CEL type. */
export type ExpressionClass<T> = new (content: Expression, callSite: CallSite) => T;

/** An expression whose type is known: its methods build other expressions from it. */
export abstract class TypedExpression extends CelExpression {
  declare readonly content: Expression;

  protected compare(operator: BinaryOperator, value: LiteralInput, callee: Builder): Condition {
    return this.compareTo(operator, literal(value), callee);
  }

  protected compareTo(operator: BinaryOperator, right: Expression, callee: Builder): Condition {
    return new Condition(
      { kind: "binary", operator, left: this.content, right },
      new CallSite(callee),
    );
  }

  protected call(name: string, value: LiteralInput, callee: Builder): Condition {
    const target = this.content;
    return new Condition(
      { kind: "call", name, target, arguments: [literal(value)] },
      new CallSite(callee),
    );
  }

  protected holds(value: LiteralInput, callee: Builder): Condition {
    const left = literal(value);
    return new Condition(
      { kind: "binary", operator: "in", left, right: this.content },
      new CallSite(callee),
    );
  }

  protected element<T>(index: LiteralInput, type: ExpressionClass<T>, callee: Builder): T {
    return new type(
      { kind: "index", operand: this.content, index: literal(index) },
      new CallSite(callee),
    );
  }

  protected field<T>(name: string, type: ExpressionClass<T>): T {
    return new type({ kind: "select", operand: this.content, field: name }, this.callSite);
  }
}

import type { Expression } from "@traffic-policy/policy-language";
import { CallSite } from "../origin.ts";
import { Condition } from "./condition.ts";

/** True or false, and so a condition as it stands. */
export class BoolExpression extends Condition {
  declare readonly content: Expression;

  /** `!`: is false. */
  not(): Condition {
    const operand = this.content;
    return new Condition({ kind: "unary", operator: "!", operand }, new CallSite(this.not));
  }
}

import type { Expression } from "@traffic-policy/policy-language";
import { literal } from "../literal.ts";
import type { Condition } from "./condition.ts";
import { TypedExpression } from "./typed-expression.ts";

/** A point in time. */
export class TimestampExpression extends TypedExpression {
  declare readonly celType: "timestamp";

  /** `<`: is before this time. */
  lt(time: Date): Condition {
    return this.compareTo("<", timeLiteral(time), this.lt);
  }
  /** `<=`: is at this time or before it. */
  le(time: Date): Condition {
    return this.compareTo("<=", timeLiteral(time), this.le);
  }
  /** `>`: is after this time. */
  gt(time: Date): Condition {
    return this.compareTo(">", timeLiteral(time), this.gt);
  }
  /** `>=`: is at this time or after it. */
  ge(time: Date): Condition {
    return this.compareTo(">=", timeLiteral(time), this.ge);
  }
}

// An invalid date throws a RangeError here, where it is written.
function timeLiteral(time: Date): Expression {
  return { kind: "call", name: "timestamp", arguments: [literal(time.toISOString())] };
}

import type { Expression } from "@traffic-policy/policy-language";
import { literal } from "../literal.ts";
import type { Condition } from "./condition.ts";
import { TypedExpression } from "./typed-expression.ts";

/** A length of time. Others are written as CEL does: `90s`, `1h30m`. */
export class DurationExpression extends TypedExpression {
  declare readonly celType: "duration";

  /** `<`: is shorter than this. */
  lt(duration: string): Condition {
    return this.compareTo("<", durationLiteral(duration), this.lt);
  }
  /** `<=`: is as long as this, or shorter. */
  le(duration: string): Condition {
    return this.compareTo("<=", durationLiteral(duration), this.le);
  }
  /** `>`: is longer than this. */
  gt(duration: string): Condition {
    return this.compareTo(">", durationLiteral(duration), this.gt);
  }
  /** `>=`: is as long as this, or longer. */
  ge(duration: string): Condition {
    return this.compareTo(">=", durationLiteral(duration), this.ge);
  }
}

function durationLiteral(text: string): Expression {
  return { kind: "call", name: "duration", arguments: [literal(text)] };
}

import type { Condition } from "./condition.ts";
import { TypedExpression } from "./typed-expression.ts";

/** A whole number of 64 bits. */
export class IntExpression extends TypedExpression {
  declare readonly celType: "int";

  /** `==`. */
  eq(value: number | bigint): Condition {
    return this.compare("==", whole(value), this.eq);
  }
  /** `!=`. */
  ne(value: number | bigint): Condition {
    return this.compare("!=", whole(value), this.ne);
  }
  /** `<`. */
  lt(value: number | bigint): Condition {
    return this.compare("<", whole(value), this.lt);
  }
  /** `<=`. */
  le(value: number | bigint): Condition {
    return this.compare("<=", whole(value), this.le);
  }
  /** `>`. */
  gt(value: number | bigint): Condition {
    return this.compare(">", whole(value), this.gt);
  }
  /** `>=`. */
  ge(value: number | bigint): Condition {
    return this.compare(">=", whole(value), this.ge);
  }
  /** `in`: is one of these numbers. */
  isIn(...values: readonly (number | bigint)[]): Condition {
    return this.compare("in", values.map(whole), this.isIn);
  }
}

function whole(value: number | bigint): number | bigint {
  if (typeof value === "number" && !Number.isInteger(value)) {
    throw new RangeError(`${value} is not a whole number.`);
  }
  return value;
}

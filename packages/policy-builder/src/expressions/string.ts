import type { Condition } from "./condition.ts";
import { TypedExpression } from "./typed-expression.ts";

/** Text. */
export class StringExpression extends TypedExpression {
  declare readonly celType: "string";

  /** `==`: is exactly this text. */
  eq(value: string): Condition {
    return this.compare("==", value, this.eq);
  }
  /** `!=`: is any other text. */
  ne(value: string): Condition {
    return this.compare("!=", value, this.ne);
  }
  /** `in`: is one of these texts. */
  isIn(...values: readonly string[]): Condition {
    return this.compare("in", values, this.isIn);
  }
  /** Begins with this text. */
  startsWith(prefix: string): Condition {
    return this.call("startsWith", prefix, this.startsWith);
  }
  /** Ends with this text. */
  endsWith(suffix: string): Condition {
    return this.call("endsWith", suffix, this.endsWith);
  }
  /** Has this text somewhere in it. */
  contains(part: string): Condition {
    return this.call("contains", part, this.contains);
  }
  /** Has a match of this regular expression (RE2) somewhere in it. */
  matches(pattern: string): Condition {
    return this.call("matches", pattern, this.matches);
  }
}

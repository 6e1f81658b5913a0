import type { Condition } from "./condition.ts";
import { TypedExpression } from "./typed-expression.ts";

/** Bytes. */
export class BytesExpression extends TypedExpression {
  declare readonly celType: "bytes";

  /** `==`: are exactly these bytes. */
  eq(value: Uint8Array): Condition {
    return this.compareTo("==", { kind: "literal", type: "bytes", value }, this.eq);
  }
  /** `!=`: are any other bytes. */
  ne(value: Uint8Array): Condition {
    return this.compareTo("!=", { kind: "literal", type: "bytes", value }, this.ne);
  }
}

import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.generated.ts";
import { binary, call } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { ComparableExpression } from "./comparable.ts";
import type { IntExpression } from "./number.ts";
import { defineKind, type BytesValue } from "./kinds.ts";

/** Bytes. */
export class BytesExpression<out R extends Restriction = never> extends ComparableExpression<
  "bytes",
  R
> {
  get [kind](): "bytes" {
    return "bytes";
  }

  /** `size`: how many bytes there are. */
  size(): IntExpression<R> {
    return call("int", "size", [operand("bytes", this)]);
  }
  /** `+`: these bytes, and then the others. */
  plus<Q extends Restriction = never>(bytes: BytesValue<Q>): BytesExpression<R | Q> {
    return binary("bytes", this, "+", operand("bytes", bytes));
  }
}

defineKind("bytes", (tree, where, site) => new BytesExpression(tree, where, site));

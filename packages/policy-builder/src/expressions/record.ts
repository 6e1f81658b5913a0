import type { Restriction } from "../restriction.ts";
import { field, fieldName } from "./build.ts";
import { CelExpression, type kind } from "./cel-expression.ts";
import type { DynExpression } from "./dyn.ts";

/** A value with named fields, such as a cookie. */
export abstract class RecordExpression<
  K extends string,
  out R extends Restriction,
> extends CelExpression<R> {
  abstract get [kind](): K;

  /**
   * Accesses a field that the catalogue does not list.
   *
   * @throws RangeError for a name that CEL does not allow
   */
  field(name: string): DynExpression<R> {
    return field("dyn", this, fieldName(name));
  }
}

import { CelExpression } from "./cel-expression.ts";

/** A CEL expression that is true or false: what a rule's `when` takes. */
export class Condition extends CelExpression {
  /** Tells conditions from other expressions where TypeScript compares shapes only. */
  declare readonly celType: "bool";
}

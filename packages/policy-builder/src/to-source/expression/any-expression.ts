import type { CelExpression } from "../../expressions/cel-expression.ts";
import type { Restriction } from "../../restriction.generated.ts";

/** An expression of any kind, from anywhere. */
export type AnyExpression = CelExpression<Restriction>;

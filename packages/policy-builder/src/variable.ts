import { canonicalHeaderName, reading } from "@traffic-policy/policy-language";
import type { CelExpression } from "./expressions/cel-expression.ts";
import { makeExpression } from "./expressions/kinds.ts";
import { everywhere, type Restriction } from "./restriction.generated.ts";

/** The expression of a variable such as `req.url.path`. */
export function variable<T extends CelExpression<Restriction>>(
  kind: string,
  name: string,
  places = everywhere,
): T {
  return makeExpression(kind, reading(name), places);
}

/** The name of a header as the functions about headers want it; an expression stays as it is. */
export function headerName(name: unknown): unknown {
  return typeof name === "string" ? canonicalHeaderName(name) : name;
}

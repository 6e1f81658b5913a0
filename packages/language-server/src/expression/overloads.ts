import { type Overload } from "@traffic-policy/policy-language";
import { isAssignable, parseType } from "@traffic-policy/policy-language/internal";
import type { ExpressionSite } from "./expression-site.ts";
import { type TokenRange, typeOfOperand } from "./scope.ts";
import type { Tokens } from "@traffic-policy/policy-language/editing";

/** Returns the overloads of a method that fit its target; all of them when the type is unknown. */
export function fittingOverloads(
  site: ExpressionSite,
  tokens: Tokens,
  overloads: readonly Overload[],
  target: TokenRange,
): readonly Overload[] {
  const methods = overloads.filter((overload) => overload.target !== undefined);
  const type = typeOfOperand(site, tokens, target);
  if (type === undefined) return methods;
  const fitting = methods.filter((overload) =>
    isAssignable(type, parseType(overload.target ?? "dyn"), new Map()),
  );
  return fitting.length === 0 ? methods : fitting;
}

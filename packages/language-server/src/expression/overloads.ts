import { isAssignable, type Overload, parseType } from "@traffic-policy/policy-language";
import type { ExpressionSite } from "./expression-site.ts";
import { type TokenRange, typeOfOperand } from "./scope.ts";
import type { Tokens } from "@traffic-policy/policy-language/editing";

/** The overloads of a method for what it is called on; all of them where its type is not known. */
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

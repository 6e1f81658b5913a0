import type { BoundNames, Dialect, Protocol } from "@traffic-policy/policy-language";

/** An expression and what is known about its place in the policy. */
export interface ExpressionSite {
  /** The CEL text, as the document's string holds it: without escapes, and without `${` and `}`. */
  readonly text: string;
  readonly dialect: Dialect;
  readonly section: string | undefined;
  readonly protocols: readonly Protocol[];
  /**
   * `condition` when the expression decides whether a rule matches, `interpolation` between `${` and `}`, `config`
   * for a whole config value.
   */
  readonly role: "condition" | "interpolation" | "config";
  readonly field?: FieldOfExpression | undefined;
}

export interface FieldOfExpression {
  readonly action: string;
  readonly field: string;
  readonly names: BoundNames;
}

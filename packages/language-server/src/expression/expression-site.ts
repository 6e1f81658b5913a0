import type { BoundNames, Dialect, Protocol } from "@traffic-policy/policy-language";

/** An expression with what is known of the place that it stands in. */
export interface ExpressionSite {
  /** The CEL text, as the document's string holds it: without escapes, and without `${` and `}`. */
  readonly text: string;
  readonly dialect: Dialect;
  /** The section that its rule is in; nothing where that is not known. */
  readonly section: string | undefined;
  /** What the policy may be for; all protocols when nobody says. */
  readonly protocols: readonly Protocol[];
  /** Whether a rule matches by it, it stands between `${` and `}`, or it is a config value of its own. */
  readonly role: "condition" | "interpolation" | "config";
  /** The config field that it is, where that has names of its own. */
  readonly field?: FieldOfExpression | undefined;
}

/** A config field with names that exist only there. */
export interface FieldOfExpression {
  readonly action: string;
  readonly field: string;
  readonly names: BoundNames;
}

import type { Span } from "@traffic-policy/policy-language";
import type { RuleReference } from "../outcome.ts";

/** A part of a policy that no case has covered, although one may have covered what is around it. */
export interface CoverageGap {
  readonly rule: RuleReference;
  /** JSON Pointer of the rule or the expression: `/inbound/0/expressions/1`. */
  readonly path: string;
  /** The operand, as UTF-16 offsets in the text of the expression; none for a rule or a whole one. */
  readonly span?: Span;
  /** The text of the expression or the operand. */
  readonly text?: string;
  /**
   * What never happened: the rule was reached, or matched; the expression or operand was
   * evaluated, was true, or was false. Of an operand of `&&` or `||`: that it decided so. Of an access to what
   * some exchanges do not have: that it failed; that is proposed, and does not count for coverage.
   */
  readonly never: "reached" | "matched" | "evaluated" | "true" | "false" | "failed";
  /** Which operand it is: indices into the operands of traces, from the outermost; empty for others. */
  readonly operand: readonly number[];
}

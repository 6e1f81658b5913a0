import type { LintRule } from "../rule.ts";

/** What is known of a part of a policy by itself, whichever policy it stands in. */
export interface PartFacts {
  /** The rules that looked at the part alone, and had nothing to say. */
  readonly silent: Set<LintRule>;
}

/** A part that equal parts share their facts with. */
export interface SharedPart {
  readonly facts: PartFacts;
  /** Whether somebody asked, since this was set to false, for what stands around the part. */
  isSeenAround: boolean;
}

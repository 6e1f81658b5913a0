import type { ActiveRules } from "../active-rules.ts";
import type { LintRule } from "../rule.ts";

/** What is known of a part of a policy by itself, whichever policy it stands in. */
export class PartFacts {
  /** The rules that looked at the part alone, and had nothing to say. */
  readonly silent = new Set<LintRule>();
  /** Those that are active were all silent. */
  silentFor: ActiveRules | undefined;
}

/** What is known of a rule by itself, names aside. */
export class RuleFacts extends PartFacts {
  /** Those that are active had nothing to say about its parts, and looked at nothing around it. */
  partsSilentFor: ActiveRules | undefined;
  /** Stands for the conditions: the same for rules that have equal ones. */
  conditions: object | undefined;
}

/** A part that equal parts share their facts with. */
export interface SharedPart {
  readonly facts: PartFacts;
  /** Whether somebody asked, since this was set to false, for what stands around the part. */
  isSeenAround: boolean;
}

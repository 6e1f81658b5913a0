import type { ActiveRule, ActiveRules } from "../active-rules.ts";

/** What is known of a part of a policy by itself, whichever policy it stands in. */
export class PartFacts {
  /** The lint rules that were shown such a part last. */
  shownTo: ActiveRules | undefined;
  /** Those of them that said something about it, or looked at what stands around it. */
  notSilent: readonly ActiveRule[] = [];
}

/** What is known of a rule by itself, names aside. */
export class RuleFacts extends PartFacts {
  /** The lint rules that had nothing to say about its parts, and looked at nothing around it. */
  partsSilentFor: ActiveRules | undefined;
  /** Of the conditions: the same for rules that have equal ones. */
  conditions: FoundOut | undefined;
  readonly foundOut: FoundOut = [];
}

/** What was found out, by the index of what finds it out; see `equal-rules.ts`. */
export type FoundOut = unknown[];

/** A part that equal parts share their facts with. */
export interface SharedPart {
  readonly facts: PartFacts;
  /** Whether somebody asked, since this was set to false, for what stands around the part; see `LintVisit`. */
  isSeenAround: boolean;
}

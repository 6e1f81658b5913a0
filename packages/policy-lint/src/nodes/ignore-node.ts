import type { SourceRange } from "@traffic-policy/policy-language";

/** An ignore directive, with what became of it: shown when all findings are known. */
export interface IgnoreNode {
  /** Whether it is a comment beside the finding, or an entry of the configuration. */
  readonly kind: "comment" | "configuration";
  readonly location: SourceRange;
  /** Of a comment: the word that orders it. */
  readonly order: string;
  /** Of a comment: whether it is for the file, but not at its top, and so does nothing. */
  readonly isMisplaced?: boolean;
  readonly rules: readonly IgnoredRule[];
  readonly why: string | undefined;
}

/** One rule that an order names. */
export interface IgnoredRule {
  readonly name: string;
  /** Whether there is such a lint rule. */
  readonly isKnown: boolean;
  /** The rule that is probably meant, when there is none of this name. */
  readonly meant: string | undefined;
  /** Whether a finding of the rule was ignored. */
  readonly isUsed: boolean;
}

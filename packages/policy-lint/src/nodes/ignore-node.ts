import type { SourceRange } from "@traffic-policy/policy-language";

/** An ignore directive, with what became of it: shown when all findings are known. */
export interface IgnoreNode {
  /** `comment` for a comment next to the finding, `configuration` for an entry of the configuration. */
  readonly kind: "comment" | "configuration";
  readonly location: SourceRange;
  /** Of a comment: the word that orders it. */
  readonly order: string;
  /** Of a comment: whether it is for the file, but not at its top, and so does nothing. */
  readonly isMisplaced?: boolean;
  readonly rules: readonly IgnoredRule[];
  readonly why: string | undefined;
}

export interface IgnoredRule {
  readonly name: string;
  readonly isKnown: boolean;
  readonly meant: string | undefined;
  readonly isUsed: boolean;
}

import type { Diagnostic } from "@traffic-policy/policy-language";

/** A finding of one of a file's policies that is to be fixed. */
export interface FixableFinding {
  /** Which of the policies of the file it was found in. */
  readonly policy: number;
  readonly diagnostic: Diagnostic & { readonly fix: NonNullable<Diagnostic["fix"]> };
}

/** What applying the fixes of findings to the text of a file gave. */
export interface FixedText {
  readonly text: string;
  readonly applied: readonly FixableFinding[];
  readonly skipped: readonly {
    readonly finding: FixableFinding;
    /** Why, as the end of a sentence. */
    readonly reason: string;
  }[];
}

import type {
  Diagnostic,
  Edit,
  Part,
  Severity,
  SourceRange,
} from "@traffic-policy/policy-language";

/** A problem that a rule reports. Lint derives the rest of the diagnostic from it. */
export interface Finding {
  /** JSON Pointer to what is wrong; relative to a part that is shown alone. */
  readonly path: string;
  /** Which part of it; the value when left out. */
  readonly part?: Part;
  /** One sentence: what is wrong, with the name it is about. */
  readonly message: string;
  /** Advice about what to do. */
  readonly help?: string;
  /** The highest severity that this finding may have, when the facts are unsure about it. */
  readonly atMost?: Severity;
  /** The lowest severity that this finding may have, when it is certain among others of its rule that are not. */
  readonly atLeast?: Severity;
  /** Where it is in the file, when the path and part cannot tell. */
  readonly location?: SourceRange;
  /** Other places that belong to it. */
  readonly related?: readonly RelatedPlace[];
  /**
   * A claim that an exchange could demonstrate: that the expression fails because of the wrong part. The caller may
   * search for an exchange that does.
   */
  readonly claim?: Diagnostic["claim"];
  /** The expected type of a value that has another type; in YAML, it may only look like the expected type. */
  readonly expected?: "text" | "flag";
  /** How to put it right. */
  readonly fix?: Fix;
}

export interface Fix {
  /** An imperative phrase: "Write req.method". */
  readonly title: string;
  /** True when the policy certainly behaves the same, apart from the problem. */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

export interface RelatedPlace {
  readonly message: string;
  readonly path: string;
  readonly part?: Part;
  readonly location?: SourceRange;
}

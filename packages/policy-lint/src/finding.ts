import type {
  Diagnostic,
  Edit,
  Part,
  Severity,
  SourceRange,
} from "@traffic-policy/policy-language";

/** What a rule says of a finding; the rest of the diagnostic follows from it. */
export interface Finding {
  /** JSON Pointer to what is wrong; relative to a part that is shown alone. */
  readonly path: string;
  /** Which part of it; the value when left out. */
  readonly part?: Part;
  /** One sentence: what is wrong, with the name it is about. */
  readonly message: string;
  /** What to do. */
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
   * What an exchange could show: that the expression fails because of the part that is wrong. Whoever lints
   * may look for one.
   */
  readonly claim?: Diagnostic["claim"];
  /** What the value should be, which is of another type: in YAML, it may only look so. */
  readonly expected?: "text" | "flag";
  /** How to put it right. */
  readonly fix?: Fix;
}

/** A change that puts a finding right. */
export interface Fix {
  /** What it does, as an order: "Write req.method". */
  readonly title: string;
  /** Whether the policy certainly does the same, apart from the problem. */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

/** Another place that belongs to a finding; see {@link Finding}. */
export interface RelatedPlace {
  readonly message: string;
  readonly path: string;
  readonly part?: Part;
  readonly location?: SourceRange;
}

import type { Span } from "@traffic-policy/policy-language";

/**
 * Something that the service would not take. The policy can be simulated all the same: what is
 * wrong fails when it is come to.
 */
export interface PolicyProblem {
  /** JSON Pointer into the policy document. */
  readonly path: string;
  /** UTF-16 offsets in the text at the path. */
  readonly span?: Span;
  /** One sentence. */
  readonly message: string;
}

import type { DocumentError, SourceRange } from "@traffic-policy/policy-language";

/** Something that keeps the file from being read exactly. */
export interface SourceErrorNode {
  readonly error: DocumentError;
  readonly location?: SourceRange;
  /** For a duplicate key: where the key stands first. */
  readonly first?: SourceRange;
}

import type { Span } from "../span.ts";

/**
 * What kept a text from being read as a policy document. The first three happen in JSON and YAML;
 * the others are YAML that has no counterpart in JSON, or that is refused.
 */
export type DocumentErrorCode =
  | "syntax"
  | "duplicate-key"
  | "too-deep"
  | "alias-unknown"
  | "alias-recursive"
  | "aliases-too-large"
  | "key-not-text"
  | "merge-key"
  | "number-not-finite"
  | "several-documents"
  | "tag-unknown"
  | "tag-mismatch"
  | "yaml-version";

/** What is wrong with the text of a document. */
export interface DocumentError {
  readonly code: DocumentErrorCode;
  /** The offending part of the text. */
  readonly span: Span;
  /** What it is about: the key, alias, tag, number or bound; for `syntax` the kind of mistake. */
  readonly detail: string;
  /** JSON Pointer of what is wrong, as far as it is known; otherwise the whole document. */
  readonly pointer: string;
  /** For a duplicate key: where the key stands first. */
  readonly first?: Span;
}

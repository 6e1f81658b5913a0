import type { Span } from "../../span.ts";

/** What is wrong with an expression that can be parsed. */
export interface CheckError {
  readonly code: CheckErrorCode;
  /** The offending part of the text; absent for a tree that was not parsed. */
  readonly span?: Span;
  /** What the sentence is about, by name; see `describeCheckError`. */
  readonly args: Readonly<Record<string, string>>;
  /** The known name that was probably meant. */
  readonly suggestion?: string;
  /** The service's documentation leaves open something about this name: it may not be an error. */
  readonly unsure?: true;
}

export type CheckErrorCode =
  | "unknown-variable"
  | "unknown-function"
  | "unknown-method"
  | "unknown-field"
  | "namespace-as-value"
  | "unavailable-here"
  | "wrong-argument-types"
  | "wrong-argument-count"
  | "no-such-operator"
  | "not-a-boolean-operand"
  | "not-indexable"
  | "wrong-key-type"
  | "macro-misuse"
  | "invalid-regular-expression"
  | "invalid-cidr"
  | "invalid-timestamp"
  | "invalid-duration"
  | "invalid-time-zone";

import type { PolicySource, Protocol, SourceRange } from "@traffic-policy/policy-language";

import type { Built } from "./code-policy.ts";

/** A policy that was read from a file, or exported by a module. */
export interface LoadedPolicy {
  readonly source: PolicySource;
  /** The protocol that the policy says it is for, if it says so. */
  readonly protocol?: Protocol;
  /** Whether it is the one of its file that is deployed; a module may export others beside it. */
  readonly isDefault: boolean;
  /** What code has built; nothing when the file holds the document itself. */
  readonly built?: Built;
  /** The innermost part around a place that was built by a call in code, if there is one. */
  readonly builtAt?: (pointer: string) => BuiltPart | undefined;
}

/** A part of a policy that was built by a call of its own. */
export interface BuiltPart {
  /** JSON Pointer of the part. */
  readonly path: string;
  /** Absolute path of the file that the call stands in. */
  readonly file: string;
  /** Where the call stands there. */
  readonly start: SourceRange["start"];
}

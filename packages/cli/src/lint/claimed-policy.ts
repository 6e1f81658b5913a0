import type { Diagnostic, JsonValue, Protocol } from "@traffic-policy/policy-language";

/** A policy that an exchange could show a finding of. */
export interface ClaimedPolicy {
  /** Absolute path. */
  readonly file: string;
  /** The protocol that it was linted for. */
  readonly protocol?: Protocol;
  /** The document, where the file does not tell: run again, code might build another one, and data may hold several. */
  readonly document?: JsonValue | undefined;
}

/** A finding; where an exchange could show it, with its policy. */
export interface Found extends Diagnostic {
  readonly policy?: ClaimedPolicy;
}

/** Findings that an exchange could show, each with its policy. */
export type Claims = ReadonlyMap<Diagnostic, ClaimedPolicy>;

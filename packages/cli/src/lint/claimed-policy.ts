import type { Diagnostic, JsonValue, Protocol } from "@traffic-policy/policy-language";

export interface ClaimedPolicy {
  /** Absolute path. */
  readonly file: string;
  readonly protocol?: Protocol;
  /**
   * The document, where the file does not determine it: code might build another document when run again, and a data
   * file may hold several.
   */
  readonly document?: JsonValue | undefined;
}

export interface Found extends Diagnostic {
  readonly policy?: ClaimedPolicy;
}

export type Claims = ReadonlyMap<Diagnostic, ClaimedPolicy>;

/** What a check of `doctor` found. */
export interface Check {
  /** What was looked at: `connection`. */
  readonly name: string;
  /** `skipped` when it could not be looked at, because of something else. */
  readonly state: "ok" | "warning" | "problem" | "skipped";
  /** For programs, which of several things is wrong: `tls`. */
  readonly reason?: string;
  /** One sentence. */
  readonly message: string;
  /** What to do. */
  readonly help?: string | undefined;
}

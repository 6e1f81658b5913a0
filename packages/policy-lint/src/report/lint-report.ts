import type { Diagnostic, Position, Severity } from "@traffic-policy/policy-language";

/** What a run of the linter found. */
export interface LintReport {
  /** How many files were linted. */
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Files that could not be linted at all. */
  readonly failures: readonly LintFailure[];
}

/** Why a file could not be linted: it cannot be read, or its code throws. */
export interface LintFailure {
  readonly file: string;
  readonly message: string;
  readonly help?: string;
  readonly position?: Position;
}

/** How many findings there are of each severity. */
export function countSeverities(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}

import type { Diagnostic, Position, Severity } from "@traffic-policy/policy-language";

/** What a run of the linter found. Files are named relative to the working directory. */
export interface LintReport {
  /** The files that were linted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files that could not be linted at all. */
  readonly failures: readonly LintFailure[];
  /** What a baseline did, if there was one. */
  readonly baseline?: BaselineReport;
}

/** Why a file could not be linted: it cannot be read, or its code throws. */
export interface LintFailure {
  readonly file: string;
  readonly message: string;
  readonly help?: string;
  readonly position?: Position;
}

/** How a run compares with the findings that were known before. */
export interface BaselineReport {
  /** How many findings were left out because they are known. */
  readonly known: number;
  /** How many known ones are not there any more. */
  readonly stale: number;
}

/** How many findings there are of each severity. */
export function countSeverities(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}

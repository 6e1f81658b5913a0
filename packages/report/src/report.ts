import type { Diagnostic, Position, Severity, SourceRange } from "@traffic-policy/policy-language";
import type { JunitTest } from "./text/junit-xml.ts";

/** How the reports of commands are called, what was done to the files, and what was not done to those left out. */
export const titles = {
  lint: { title: "Lint", done: "linted", examined: "linted" },
  test: { title: "Tests", done: "tested", examined: "tested" },
  // "Not proved" would be a verdict.
  prove: { title: "Proofs", done: "proved", examined: "looked at" },
  audit: { title: "Site", done: "read", examined: "read" },
} as const;

/** The results of a command, as every format prints them. File names are relative to the working directory. */
export interface Report extends LintReport {
  /** The command that found it. */
  readonly command: keyof typeof titles;
  /** Files and policies with what was checked of them. */
  readonly sections?: readonly Section[];
  /** Drawings of this package, as SVG: a page holds them as they are. */
  readonly pictures?: readonly string[];
  /** Lines for people alone, before the summary. */
  readonly notes?: readonly string[];
  /** The result in sentences; without it, formats count the findings. */
  readonly summary?: string;
}

/** A file or a policy with what was checked of it. Its texts for people may be coloured. */
export interface Section {
  readonly name: string;
  /** The policy that the file is about. */
  readonly about?: string;
  /** The columns of the table that lists its kind: for its name, perhaps what it is about, and its result. */
  readonly columns: readonly string[];
  /** The result in a few words: `1 failed, 3 passed`. */
  readonly result: string;
  /** True when all is well, for results that can be right or wrong; good results are not shown in full in CI. */
  readonly isGood?: boolean;
  /** The subject of the lines, in a few words: `what did not pass`. */
  readonly subject: string;
  readonly lines: readonly string[];
  readonly checks?: readonly JunitTest[];
  /** Results that need attention, for annotations. */
  readonly findings: readonly Finding[];
}

/** A result that needs attention, with its position. */
export interface Finding {
  readonly severity: Severity;
  /** A few words. */
  readonly title: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly location: SourceRange | { readonly file: string } | undefined;
}

/** The results of a linter run. File names are relative to the working directory. */
export interface LintReport {
  /** The files that were linted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files that could not be linted at all, and rules that did not finish. */
  readonly failures: readonly LintFailure[];
  /** Files and policies that somebody may take for linted, and that were not. */
  readonly notChecked?: readonly NotChecked[];
  /** How many files that nobody named were found, and not linted because the configuration ignores them. */
  readonly ignored?: number;
  /** The effect of the baseline, if there was a baseline. */
  readonly baseline?: BaselineReport;
  /** Where secrets were found that perhaps no finding tells of: a report hides them in the lines that it shows. */
  readonly secrets?: readonly SourceRange[];
  /** The result of fixing, if requested; the findings are those that are left. */
  readonly fixes?: FixReport;
}

/** A file or a policy in it that was not linted, although somebody may expect it. */
export interface NotChecked {
  /** The name of the file, or the path of the policy: `plan.json#ngrok_cloud_endpoint.site`. */
  readonly file: string;
  /** Why, in a few words behind its name: `used by no target`. */
  readonly reason: string;
}

/** The result of fixing; for a dry run, the result it would have. */
export interface FixReport {
  /** How many findings were fixed. */
  readonly fixed: number;
  readonly files: readonly FixedFile[];
  /** Findings that are left although they have a fix, each with the reason. */
  readonly left: readonly UnfixedFinding[];
}

/** A file that was fixed. */
export interface FixedFile {
  readonly file: string;
  /** How many findings were fixed in it. */
  readonly fixed: number;
  /** Its new text, where it was not written to the file: of standard input. */
  readonly text?: string;
  /** The changes of a dry run, as a unified diff. */
  readonly diff?: string;
}

/** A finding whose fix was not applied. */
export interface UnfixedFinding extends Pick<Diagnostic, "rule" | "message" | "path" | "location"> {
  /** Why, as the end of a sentence: `a comment would be lost`. */
  readonly reason: string;
}

/**
 * Why nothing could be done with a file: it cannot be read, or its code throws. Or a rule that did not finish
 * on a file, so that this one and those after it were linted without the rule.
 */
export interface LintFailure {
  readonly file: string;
  /** The rule that did not finish. */
  readonly rule?: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly position?: Position;
  /** Where what is wrong at the position ends, when that is known. */
  readonly end?: Position;
}

/** How a run compares with the findings that were known before. */
export interface BaselineReport {
  /** How many findings were omitted because they are known. */
  readonly known: number;
  /** How many known findings no longer occur. */
  readonly stale: number;
}

/** Says in a sentence that a file could not be processed, or which rule did not finish. */
export function failureTitle({ rule }: LintFailure, { command }: Report): string {
  return rule === undefined
    ? `The file could not be ${titles[command].done}`
    : `${rule} did not finish`;
}

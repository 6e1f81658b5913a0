import type { Diagnostic, Severity, SourceRange } from "@traffic-policy/policy-language";
import type { LintReport, Report } from "./report.ts";
import type { Style } from "./text/style.ts";

/** Writes what a run of the linter found, in one form. */
export type Reporter = (report: Report, context: ReportContext) => string;

/** The exports of a file in the folder `formats`: the printer of its format, and its traits. */
export interface ReportFormat {
  readonly default: Reporter;
  readonly traits?: FormatTraits | undefined;
}

/** Traits of a format. */
export interface FormatTraits {
  /** It says itself what fixing did. */
  readonly reportsFixes?: true;
  /** It says itself what was not looked at. */
  readonly reportsNotChecked?: true;
  /** The environment variable for the root of the repository, from which its reader takes names of files. */
  readonly rootVariable?: "GITHUB_WORKSPACE" | "CI_PROJECT_DIR";
  /** Its lines are commands that a log obeys. */
  readonly hasCommands?: true;
  /** It can show some of the findings only; the other formats always have all of them. */
  readonly takesMaxDiagnostics?: true;
  /** The findings that it prints with the exchanges that show them; all, without it. */
  readonly printsExchangesOf?: (report: LintReport, shown: ShownFindings) => readonly Diagnostic[];
}

/** Which findings are shown, of very many. */
export interface ShownFindings {
  /** True to show equal findings individually, however many there are. */
  readonly all?: boolean | undefined;
  /** How many are shown; equal ones that are shown once count as one. */
  readonly maxDiagnostics?: number | undefined;
}

/** Additional input of a reporter besides the report. */
export interface ReportContext extends ShownFindings {
  readonly style: Style;
  /** The text of a file that a finding is in, if it can be shown. */
  readonly sourceOf: (file: string) => string | undefined;
  /** Maps a file name relative to the working directory to the reported name. */
  readonly nameOf: (file: string) => string;
  /** Returns information about a rule, by name. */
  readonly ruleOf: (name: string) => ReportedRule | undefined;
  /** The version of the linter. */
  readonly version: string;
  /** Returns the text changes of a fix in its file, where known. */
  readonly changesOf?: (fix: NonNullable<Diagnostic["fix"]>) => readonly FileChange[];
}

/** The information about a rule in a report, besides its findings. */
export interface ReportedRule {
  /** A sentence that says what the rule finds. */
  readonly what: string;
  /** Why that is wrong. */
  readonly why: string;
  /** Its page, as Markdown. */
  readonly page: string;
  /** Where the page is, if that is on the web. */
  readonly url?: string | undefined;
  /** The severity of what it finds, unless a configuration sets another one. */
  readonly severity: Severity | "off";
}

interface FileChange {
  readonly range: SourceRange;
  readonly text: string;
}

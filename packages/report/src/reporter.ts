import type { Diagnostic, Severity, SourceRange } from "@traffic-policy/policy-language";
import type { LintReport, Report } from "./report.ts";
import type { Style } from "./text/style.ts";

/** Writes what a run of the linter found, in one form. */
export type Reporter = (report: Report, context: ReportContext) => string;

/** What a file of the folder `formats` exports: how its format is printed, and what else there is to know of it. */
export interface ReportFormat {
  readonly default: Reporter;
  readonly traits?: FormatTraits | undefined;
}

/** What a format is like. */
export interface FormatTraits {
  /** It says itself what fixing did. */
  readonly reportsFixes?: true;
  /** It says itself which files were not linted. */
  readonly reportsNotChecked?: true;
  /** It is for GitHub, which takes names of files from the root of the repository. */
  readonly forGitHub?: true;
  /** Its lines are commands that a log obeys. */
  readonly hasCommands?: true;
  /** It can show some of the findings only; the other formats always have all of them. */
  readonly takesMaxDiagnostics?: true;
  /** The findings that it prints with the exchanges that show them; all, without it. */
  readonly printsExchangesOf?: (report: LintReport, shown: ShownFindings) => readonly Diagnostic[];
}

/** Which findings are shown, of very many. */
export interface ShownFindings {
  /** Whether those that say the same are shown one by one, however many they are. */
  readonly all?: boolean | undefined;
  /** How many are shown; equal ones that are shown once count as one. */
  readonly maxDiagnostics?: number | undefined;
}

/** What a reporter may use beside the report. */
export interface ReportContext extends ShownFindings {
  readonly style: Style;
  /** The text of a file that a finding is in, if it can be shown. */
  readonly sourceOf: (file: string) => string | undefined;
  /** What a file is called there, which is named relative to the working directory here. */
  readonly nameOf: (file: string) => string;
  /** What is known of a rule, by its name. */
  readonly ruleOf: (name: string) => ReportedRule | undefined;
  /** The version of the linter. */
  readonly version: string;
  /** What a fix changes in the text of the file, where that is known. */
  readonly changesOf?: (fix: NonNullable<Diagnostic["fix"]>) => readonly FileChange[];
}

/** What a report says of a rule beside its findings. */
export interface ReportedRule {
  /** What it finds, in a sentence. */
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

/** A range of a file, and what is there afterwards. */
interface FileChange {
  readonly range: SourceRange;
  readonly text: string;
}

import { countSeverities } from "@traffic-policy/policy-language/internal";
import type { LintReport } from "../report.ts";
import type { FormatTraits, Reporter } from "../reporter.ts";

/** The machine-readable report, version 1. */
const jsonReport: Reporter = (report) => `${JSON.stringify(jsonOf(report), null, 2)}\n`;

export default jsonReport;

export const traits: FormatTraits = { reportsFixes: true, reportsNotChecked: true };

/** Builds the machine-readable report. */
export const jsonOf = (report: LintReport) => ({
  version: 1 as const,
  files: report.files.length,
  summary: countSeverities(report.diagnostics),
  diagnostics: report.diagnostics,
  failures: report.failures,
  notChecked: report.notChecked,
  ignored: report.ignored,
  baseline: report.baseline,
  fixes: report.fixes,
});

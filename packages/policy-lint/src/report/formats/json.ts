import { countSeverities, type LintReport } from "../lint-report.ts";
import type { FormatTraits, Reporter } from "../reporter.ts";

/** The machine-readable report, version 1. */
const jsonReport: Reporter = (report) => `${JSON.stringify(jsonOf(report), null, 2)}\n`;

export default jsonReport;

export const traits: FormatTraits = { reportsFixes: true, reportsNotChecked: true };

/** What the machine-readable report holds. */
export const jsonOf = ({
  files,
  diagnostics,
  failures,
  notChecked,
  ignored,
  baseline,
  fixes,
}: LintReport) => ({
  version: 1 as const,
  files: files.length,
  summary: countSeverities(diagnostics),
  diagnostics,
  failures,
  notChecked,
  ignored,
  baseline,
  fixes,
});

import { countSeverities } from "./lint-report.ts";
import type { Reporter } from "./reporter.ts";

/** The machine-readable report, version 1. */
const jsonReport: Reporter = ({ files, diagnostics, failures, baseline, fixes }) => {
  const summary = countSeverities(diagnostics);
  const output = {
    version: 1,
    files: files.length,
    summary,
    diagnostics,
    failures,
    ...(baseline && { baseline }),
    ...(fixes && { fixes }),
  };
  return `${JSON.stringify(output, null, 2)}\n`;
};

export default jsonReport;

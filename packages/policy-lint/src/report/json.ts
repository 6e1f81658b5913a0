import type { Diagnostic } from "@traffic-policy/policy-language";
import { countSeverities, type LintReport } from "./lint-report.ts";

/** The machine-readable report, version 1. */
export function jsonReport({ files, diagnostics, failures }: LintReport): string {
  const output: {
    version: 1;
    files: number;
    summary: ReturnType<typeof countSeverities>;
    diagnostics: readonly Diagnostic[];
    failures: LintReport["failures"];
  } = { version: 1, files, summary: countSeverities(diagnostics), diagnostics, failures };
  return `${JSON.stringify(output, null, 2)}\n`;
}

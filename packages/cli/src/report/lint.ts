import { readFileSync } from "node:fs";
import {
  countSeverities,
  jsonReport,
  prettyReport,
  type LintReport,
} from "@traffic-policy/policy-lint";
import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { Format } from "../options.ts";
import { printError } from "./error.ts";
import type { Terminal } from "../terminal.ts";

/** Prints findings as results, and files that could not be linted as errors. */
export function printLintReport(report: LintReport, format: Format, terminal: Terminal): void {
  for (const { message, help } of report.failures) {
    printError(new CommandError(message, { help }), terminal);
  }
  terminal.out(
    format === "json" ? jsonReport(report) : prettyReport(report, terminal.style, sourceOf()),
  );
}

/** Only errors are findings that count: warnings alone do not stop a commit or a deploy. */
export function lintStatus({ diagnostics }: LintReport): ExitStatus {
  return countSeverities(diagnostics).error > 0 ? exitStatus.findings : exitStatus.ok;
}

function sourceOf(): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) texts.set(file, readIfPossible(file));
    return texts.get(file);
  };
}

function readIfPossible(file: string): string | undefined {
  try {
    // Columns do not count a byte order mark.
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch {
    return undefined;
  }
}

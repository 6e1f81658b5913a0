import type { Diagnostic, Severity } from "@traffic-policy/policy-language";
import { encodeUtf8, fingerprint } from "@traffic-policy/policy-language/internal";
import { EqualFindings } from "../findings/equal-findings.ts";
import { placedFailure } from "../findings/placed-failure.ts";
import {
  failureTitle,
  type Finding,
  type LintFailure,
  type Report,
  type Section,
} from "../report.ts";
import type { FormatTraits, Reporter } from "../reporter.ts";

/**
 * Prints a Code Quality report for GitLab, which shows it in merge requests: an entry for each finding, for each check
 * that did not pass, and for each file that could not be checked.
 *
 * @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
const gitlabReport: Reporter = (report, { nameOf }) => {
  const equal = new EqualFindings();
  const entries = violationsOf(report).map(({ file, line, identity, ...shown }) => {
    const path = nameOf(file);
    return {
      ...shown,
      fingerprint: hashOf(equal.numbered(`${shown.check_name} ${path} ${identity}`)),
      location: { path, lines: { begin: line } },
    };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
};

export default gitlabReport;

export const traits: FormatTraits = { rootVariable: "CI_PROJECT_DIR" };

interface Violation {
  readonly description: string;
  readonly check_name: string;
  readonly severity: "critical" | (typeof severities)[Severity];
  readonly file: string;
  readonly line: number;
  /** Identifies it among those of its check and file, wherever its line is. */
  readonly identity: string;
}

const severities = { error: "major", warning: "minor", info: "info" } as const;

function violationsOf(report: Report): Violation[] {
  const { command, failures, sections = [], diagnostics, files } = report;
  return [
    ...failures.map((failure) => failureViolation(failure, report)),
    ...sections.flatMap((section) =>
      section.findings.map((finding) => checkViolation(finding, section, command)),
    ),
    ...diagnostics.map((diagnostic) => lintViolation(diagnostic, files[0])),
  ];
}

function failureViolation(failure: LintFailure, report: Report): Violation {
  const { rule = `${report.command}/failure`, help } = failure;
  const { file, start, message } = placedFailure(failure);
  return {
    description: sentences(`${failureTitle(failure, report)}: ${message}`, help),
    check_name: rule,
    severity: "critical",
    file,
    line: start?.line ?? 1,
    identity: message,
  };
}

function checkViolation(
  { severity, title, message, help, location }: Finding,
  { name }: Section,
  command: Report["command"],
): Violation {
  return {
    description: sentences(`${title}: ${message}`, help),
    check_name: command,
    severity: severities[severity],
    file: location?.file ?? name,
    line: location !== undefined && "start" in location ? location.start.line : 1,
    identity: `${title} ${message}`,
  };
}

function lintViolation(diagnostic: Diagnostic, anyFile = "."): Violation {
  const { rule, severity, message, help, location, witness } = diagnostic;
  return {
    description: sentences(message, witness?.message, help),
    check_name: rule,
    severity: severities[severity],
    file: location?.file ?? anyFile,
    line: location?.start.line ?? 1,
    identity: `${fingerprint(diagnostic).path} ${message}`,
  };
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" ");
}

/** Hashes a text as FNV-1a, of 64 bits; Node's hashes do not exist in a browser. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of encodeUtf8(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

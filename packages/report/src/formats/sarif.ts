import type { Diagnostic, Severity, SourceRange } from "@traffic-policy/policy-language";
import { fingerprint, splitPolicyPath } from "@traffic-policy/policy-language/internal";
import { EqualFindings } from "../findings/equal-findings.ts";
import { ignoredText, leftOutTitle } from "../findings/summary.ts";
import type { LintFailure, NotChecked, Report } from "../report.ts";
import type { FormatTraits, ReportContext, ReportedRule, Reporter } from "../reporter.ts";

/** Prints SARIF 2.1.0 for code scanning. */
const sarifReport: Reporter = (report, context) => {
  const { diagnostics, failures } = report;
  const names = [...new Set(diagnostics.map(({ rule }) => rule))].toSorted();
  const equal = new EqualFindings();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "traffic-policy",
            version: context.version,
            semanticVersion: context.version,
            rules: names.map((name) => ruleDescriptor(name, context.ruleOf(name))),
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: [
              ...failures.map((failure) => failureNotification(failure, context.nameOf)),
              ...leftOutNotifications(report, context.nameOf),
            ],
          },
        ],
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.rule,
          ruleIndex: names.indexOf(diagnostic.rule),
          ...result(diagnostic, context),
          partialFingerprints: {
            "trafficPolicyFinding/v1": equal.numbered(identityOf(diagnostic, context.nameOf)),
          },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

export default sarifReport;

export const traits: FormatTraits = {
  rootVariable: "GITHUB_WORKSPACE",
  reportsNotChecked: true,
};

const levels: Readonly<Record<Severity | "off", string>> = {
  error: "error",
  warning: "warning",
  info: "note",
  off: "none",
};

function ruleDescriptor(name: string, rule: ReportedRule | undefined): object {
  if (rule === undefined) return { id: name };
  const { what, why, page, url, severity } = rule;
  return {
    id: name,
    shortDescription: { text: what },
    fullDescription: { text: why },
    help: { text: page, markdown: page },
    ...(url === undefined ? {} : { helpUri: url }),
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: [name.slice(0, name.indexOf("/"))] },
  };
}

function result(diagnostic: Diagnostic, context: ReportContext): object {
  const { severity, message, help, location, related = [], witness } = diagnostic;
  return {
    level: levels[severity],
    message: { text: [message, witness?.message ?? [], help ?? []].flat().join(" ") },
    ...(location === undefined
      ? {}
      : { locations: [{ physicalLocation: place(location, context.nameOf) }] }),
    ...(related.length > 0 && {
      relatedLocations: related.map((other, id) => ({
        id,
        message: { text: other.message },
        ...(other.location && { physicalLocation: place(other.location, context.nameOf) }),
      })),
    }),
    ...fixes(diagnostic, context),
    ...(witness && { properties: { witness } }),
  };
}

function fixes({ fix, location }: Diagnostic, { changesOf, nameOf }: ReportContext): object {
  const changes = fix === undefined ? [] : (changesOf?.(fix) ?? []);
  if (fix === undefined || location === undefined || changes.length === 0) return {};
  return {
    fixes: [
      {
        description: { text: fix.title },
        artifactChanges: [
          {
            artifactLocation: { uri: uriOf(nameOf(location.file)) },
            replacements: changes.map(({ range, text }) => ({
              deletedRegion: region(range),
              insertedContent: { text },
            })),
          },
        ],
      },
    ],
  };
}

function failureNotification(
  { file, message, position, end }: LintFailure,
  nameOf: ReportContext["nameOf"],
): object {
  const start = position ?? { line: 1, column: 1 };
  return {
    level: "error",
    message: { text: message },
    locations: [{ physicalLocation: place({ file, start, end: end ?? start }, nameOf) }],
  };
}

function leftOutNotifications(report: Report, nameOf: ReportContext["nameOf"]): object[] {
  const notification = (reason: string): object => ({
    level: "note",
    message: { text: `${leftOutTitle(report)}: ${reason}.` },
  });
  return [
    ...(report.notChecked ?? []).map(({ file, reason }) => ({
      ...notification(reason),
      locations: [leftOutPlace(file, nameOf)],
    })),
    ...ignoredText(report).map(notification),
  ];
}

function leftOutPlace(path: NotChecked["file"], nameOf: ReportContext["nameOf"]): object {
  const { file, holder } = splitPolicyPath(path);
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(nameOf(file)) } },
    ...(holder !== undefined && { logicalLocations: [{ fullyQualifiedName: holder }] }),
  };
}

function place(range: SourceRange, nameOf: ReportContext["nameOf"]): object {
  return { artifactLocation: { uri: uriOf(nameOf(range.file)) }, region: region(range) };
}

function region({ start, end }: SourceRange): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function uriOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

function identityOf(diagnostic: Diagnostic, nameOf: ReportContext["nameOf"]): string {
  const { rule, path, message } = fingerprint(diagnostic);
  return `${rule} ${diagnostic.location ? nameOf(diagnostic.location.file) : ""} ${path} ${message}`;
}

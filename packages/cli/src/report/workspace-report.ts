import { relative, resolve, sep } from "node:path";
import type { Diagnostic, SourceRange } from "@traffic-policy/policy-language";
import type { LintReport } from "@traffic-policy/policy-lint";

/**
 * The same report with files named from the root of the repository: GitHub takes the names of
 * annotations and of SARIF as such, wherever in the repository a step was run.
 *
 * @param workspace - the root, as `GITHUB_WORKSPACE` has it
 */
export function workspaceReport(report: LintReport, workspace: string): LintReport {
  const nameOf = (file: string): string => relative(workspace, resolve(file)).replaceAll(sep, "/");
  const moved = <T extends { readonly location?: SourceRange }>(place: T): T =>
    place.location === undefined
      ? place
      : { ...place, location: { ...place.location, file: nameOf(place.location.file) } };
  return {
    ...report,
    files: report.files.map(nameOf),
    diagnostics: report.diagnostics.map((diagnostic): Diagnostic => ({
      ...moved(diagnostic),
      ...(diagnostic.related && { related: diagnostic.related.map(moved) }),
    })),
    failures: report.failures.map((failure) => ({ ...failure, file: nameOf(failure.file) })),
  };
}

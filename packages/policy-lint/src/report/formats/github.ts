import type { Diagnostic } from "@traffic-policy/policy-language";
import type { LintFailure } from "../lint-report.ts";
import { printable } from "../printable.ts";
import type { FormatTraits, Reporter } from "../reporter.ts";

/** Workflow commands of GitHub Actions, which become annotations of the changed lines. */
const githubReport: Reporter = ({ diagnostics, failures }) =>
  [...failures.map(failureCommand), ...diagnostics.map(findingCommand)]
    .map((line) => `${line}\n`)
    .join("");

export default githubReport;

export const traits: FormatTraits = { forGitHub: true, hasCommands: true };

function findingCommand({ rule, severity, message, help, location }: Diagnostic): string {
  const text = help === undefined ? message : `${message}\n${help}`;
  const name = severity === "info" ? "notice" : severity;
  if (location === undefined) return command(name, { title: rule }, text);
  const { file, start, end } = location;
  // Columns are only taken when the end is on the same line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  return command(
    name,
    { file, line: start.line, endLine: end.line, ...columns, title: rule },
    text,
  );
}

function failureCommand({ file, rule, message, help, position, end }: LintFailure): string {
  const text = help === undefined ? message : `${message}\n${help}`;
  const title = rule === undefined ? "The file could not be linted" : `${rule} did not finish`;
  if (position === undefined) return command("error", { file, title }, text);
  const endColumn = end?.line === position.line ? { endColumn: end.column } : {};
  const place = { line: position.line, col: position.column, ...endColumn };
  return command("error", { file, ...place, title }, text);
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  return `::${name} ${list.join(",")}::${escapeData(text)}`;
}

/** The log of a run is shown in a terminal of sorts, which obeys what terminals obey. */
function escapeData(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replace(/[^\r\n]+/g, printable)
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

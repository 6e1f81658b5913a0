import { printable, withoutCommands } from "@traffic-policy/policy-language/internal";

/**
 * A workflow command of GitHub Actions: a line that the log of a run obeys.
 *
 * @param name - `error`, `group` …
 * @param properties - `file`, `line`, `title` …; any texts
 * @param text - any text
 */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  return `::${[name, ...(list.length === 0 ? [] : [list.join(",")])].join(" ")}::${escapeData(text)}`;
}

/** A line that a log shows as it is, because it holds no workflow command. */
export function logLine(text: string): string {
  return withoutCommands(printable(text));
}

/** The log viewer obeys terminal control sequences. */
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

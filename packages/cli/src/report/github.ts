import type { SourceRange } from "@traffic-policy/policy-language";
import { workflowCommand } from "@traffic-policy/report";

/**
 * An annotation for a file with which nothing could be done.
 *
 * @param title - that nothing could be, in a sentence
 */
export function failureCommand(
  {
    file,
    error,
  }: {
    readonly file: string;
    readonly error: { readonly message: string; readonly help?: string | undefined };
  },
  title: string,
  nameOf: (file: string) => string,
): string {
  const { message, help } = error;
  // It may be about the policy, or a module of it: then the sentence begins with that place.
  const [prefix = "", named = file, line, col] = /^([^:\n]+):(\d+):(\d+): /.exec(message) ?? [];
  const place = line === undefined || col === undefined ? {} : { line, col };
  return workflowCommand(
    "error",
    { file: nameOf(named), ...place, title },
    withHelp({ message: message.slice(prefix.length), help }),
  );
}

/** A sentence with what to do in the next line. */
function withHelp({
  message,
  help,
}: {
  readonly message: string;
  readonly help?: string | undefined;
}): string {
  return help === undefined ? message : `${message}\n${help}`;
}

/**
 * A place as workflow commands of GitHub Actions have it.
 *
 * @param nameOf - what a file is called there
 */
export function commandPlace(
  { file, start, end }: SourceRange,
  nameOf: (file: string) => string,
): Readonly<Record<string, string | number>> {
  // Columns are only taken when the end is on the same line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  return { file: nameOf(file), line: start.line, endLine: end.line, ...columns };
}

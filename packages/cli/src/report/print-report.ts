import type { HeldSource } from "@traffic-policy/policy-language/internal";
import { shownPath } from "@traffic-policy/project/internal";
import {
  leftOutText,
  type LintFailure,
  type Report,
  type ReportContext,
  type ReportFormat,
} from "@traffic-policy/report";
import { formats } from "@traffic-policy/report/formats";
import type { CommandError, Context } from "../context.ts";
import { version } from "../version.ts";
import { sourceTexts } from "./error.ts";
import { namesFromRoot } from "./names-from-root.ts";

export function failureOf({
  file,
  error,
}: {
  readonly file: string;
  readonly error: CommandError;
}): LintFailure {
  return { file, message: error.message, help: error.help };
}

/** Prints a report; on stderr, what its format has no place for. */
export async function printReport(
  report: Report,
  format: keyof typeof formats,
  { env, files, terminal }: Context,
  more: Partial<ReportContext> = {},
): Promise<void> {
  const { default: print, traits = {} }: ReportFormat = await formats[format]();
  if (traits.reportsNotChecked !== true) {
    for (const text of leftOutText(report)) terminal.err(`${text}\n`);
  }
  const text = print(report, {
    style: terminal.style,
    sourceOf: sourceTexts(files),
    nameOf: namesFromRoot(traits.rootVariable && env[traits.rootVariable], files),
    ruleOf: () => undefined,
    // Most formats do not ask.
    get version() {
      return version();
    },
    ...more,
  });
  terminal.out(text, { hasCommands: traits.hasCommands === true });
}

interface NamedPolicy {
  readonly source: HeldSource;
  readonly environment?: string | undefined;
}

export function policyName({ source, environment }: NamedPolicy): string {
  const path = shownPath(source);
  return environment === undefined ? path : `${path} (${environment})`;
}

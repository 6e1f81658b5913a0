import { relative, sep } from "node:path";
import type { Files } from "@traffic-policy/project";
import type { LintFailure, Report, ReportContext, ReportFormat } from "@traffic-policy/report";
import { formats } from "@traffic-policy/report/formats";
import type { CommandError, Context, Environment } from "../context.ts";
import { version } from "../version.ts";
import { sourceTexts } from "./error.ts";

export function failureOf({
  file,
  error,
}: {
  readonly file: string;
  readonly error: CommandError;
}): LintFailure {
  return { file, message: error.message, help: error.help };
}

export async function printReport(
  report: Report,
  format: keyof typeof formats,
  { env, files, terminal }: Context,
  more: Partial<ReportContext> = {},
): Promise<void> {
  const { default: print, traits = {} }: ReportFormat = await formats[format]();
  const text = print(report, {
    style: terminal.style,
    sourceOf: sourceTexts(files),
    nameOf: (traits.forGitHub && workspaceNames(env, files)) || String,
    ruleOf: () => undefined,
    // Most formats do not ask.
    get version() {
      return version();
    },
    ...more,
  });
  terminal.out(text, { hasCommands: traits.hasCommands === true });
}

/**
 * Names files from the root of the repository, where GitHub Actions provides it: GitHub resolves the names in
 * annotations and SARIF from there, wherever a step was run.
 *
 * @returns a function for names relative to the working directory; undefined elsewhere
 */
function workspaceNames(
  { GITHUB_WORKSPACE: workspace }: Environment,
  files: Files,
): ((file: string) => string) | undefined {
  if (!workspace) return undefined;
  return (file) => relative(workspace, files.resolve(file)).replaceAll(sep, "/");
}

interface NamedPolicy {
  readonly source: { readonly file: string };
  readonly environment?: string | undefined;
}

export function policyName({ source, environment }: NamedPolicy): string {
  return environment === undefined ? source.file : `${source.file} (${environment})`;
}

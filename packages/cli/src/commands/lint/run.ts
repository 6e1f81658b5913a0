import { join, sep } from "node:path";
import type { Files } from "@traffic-policy/project";
import { policyPath } from "@traffic-policy/project/internal";
import { nothingReached, type FileChanges } from "@traffic-policy/project/changed";
import type { SelectedPolicies } from "@traffic-policy/project/selection";
import { notCheckedText, type LintReport } from "@traffic-policy/report";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus, toErr } from "../../context.ts";
import { toFailure } from "../../lint/lint-files.ts";
import { checkMaxDiagnostics, lintStatus, printLintReport } from "../../lint/report.ts";
import { printError } from "../../report/error.ts";
import { onceOrWatched, type Note } from "../../watching/once-or-watched.ts";
import type { LintOptions } from "./command.ts";
import { changesToLint, filesNotLinted, filesToLint, isSinceState } from "./files-to-lint.ts";
import { lintScopes, type LintedScopes } from "./lint-scopes.ts";

/** Runs `traffic-policy lint [path...]`: finds problems in policies. */
export default async function lint(
  given: readonly string[],
  givenOptions: LintOptions,
  context: Context,
): Promise<ExitStatus> {
  const { paths, options } = withStdin(given, givenOptions);
  if (options.watch && options.stdinFilename !== undefined) {
    throw new CommandError("Standard input cannot be watched.", {
      help: "Remove --watch or --stdin-filename.",
    });
  }
  const once = (note: Note): Promise<ExitStatus> => lintOnce(paths, options, context, note);
  return onceOrWatched(paths, options, { context, verb: "lints", once });
}

/** Takes `-` for standard input, which is read as YAML, and so as JSON. */
function withStdin(
  paths: readonly string[],
  options: LintOptions,
): { readonly paths: readonly string[]; readonly options: LintOptions } {
  const others = paths.filter((path) => path !== "-");
  if (others.length === paths.length) return { paths, options };
  return { paths: others, options: { stdinFilename: "stdin.yaml", ...options } };
}

async function lintOnce(
  paths: readonly string[],
  options: LintOptions,
  context: Context,
  note: Note,
): Promise<ExitStatus> {
  const { files, terminal } = context;
  checkUpdate(options);
  await checkMaxDiagnostics(options);
  const isOfPlan = isSinceState(paths, options);
  const changes = isOfPlan ? undefined : await changesToLint(paths, options, context);
  const selection = { paths, changes };
  files.timeLimit = options.timeout && options.timeout * 1000;
  const project = projectOf(options, context);
  const selected = await filesToLint(selection, options, project, context);
  note(selected.files.map((path) => policyPath(path, files).file));
  const { unchanged = [], nothing = nothingChanged(selection, selected) } = isOfPlan
    ? await (await import("./since-state.ts")).unplanned(selected.files, files)
    : {};
  const left = await filesNotLinted(selected, selection, options, project, files);
  const notLinted = [...(left.notChecked ?? []), ...unchanged];
  const skipped = { ...left, ...(notLinted.length > 0 && { notChecked: notLinted }) };
  if (nothing !== undefined) {
    if (options.format !== "pretty") terminal.err(`${nothing}\n`);
    else {
      terminal.err(`${[nothing, ...notCheckedText(skipped)].join(" ")}\n`);
      return exitStatus.ok;
    }
  }
  const settings = { ...options, unchanged: new Set(unchanged.map(({ file }) => file)) };
  const linted = await lintScopes(selected.files, settings, project, context, note);
  const failed = [
    ...selected.failures,
    ...selected.broken
      .filter(({ file }) => paths.length === 0 || isInside(file, paths, files))
      .filter(({ file }) => !linted.broken.has(file)),
  ].map(({ file, error }) => toFailure(file, error, files));
  const failures = [...failed, ...linted.broken.values(), ...linted.report.failures];
  const notChecked = [...(linted.report.notChecked ?? []), ...(skipped.notChecked ?? [])];
  const all = { ...skipped, ...(notChecked.length > 0 && { notChecked }) };
  return reported({ ...linted.report, failures, ...all }, linted, options, context);
}

/** Says that nothing that changed is a policy; undefined when some is, or all policies are meant. */
function nothingChanged(
  { changes }: { readonly changes: FileChanges | undefined },
  { files, failures }: SelectedPolicies,
): string | undefined {
  const isNothing = changes !== undefined && files.length + failures.length === 0;
  return isNothing ? nothingReached(changes, "a policy") : undefined;
}

async function reported(
  report: LintReport,
  { claims, customRules }: LintedScopes,
  options: LintOptions,
  context: Context,
): Promise<ExitStatus> {
  const document =
    options.format === "json" ? undefined : fixedOutput(report, options, context.files);
  if (document !== undefined) context.terminal.document(document);
  await printLintReport(
    report,
    { ...options, customRules, claims },
    document === undefined ? context : toErr(context),
  );
  const { status, reason } = lintStatus(report, options);
  if (status === exitStatus.failure) return status;
  if (reason !== undefined) printError(reason, context);
  return options.fixDryRun && report.fixes?.files.length !== 0 ? exitStatus.findings : status;
}

function isInside(file: string, folders: readonly string[], files: Files): boolean {
  return folders.some((folder) => file.startsWith(join(files.resolve(folder), sep)));
}

function checkUpdate(options: LintOptions): void {
  if (options.updateBaseline !== true) return;
  if (options.fixDryRun === true) {
    throw new CommandError("A dry run writes no baseline.", {
      help: "Remove --update-baseline or --fix-dry-run.",
    });
  }
  if (options.stdinFilename === undefined) return;
  throw new CommandError("A baseline cannot be made from standard input.", {
    help: "Remove --update-baseline or --stdin-filename.",
  });
}

function fixedOutput(
  { fixes }: LintReport,
  options: LintOptions,
  files: Files,
): string | undefined {
  if (fixes === undefined) return undefined;
  if (options.fixDryRun) return fixes.files.map(({ diff = "" }) => diff).join("");
  // Whoever waits for the text wants it also when there is nothing to fix.
  if (options.stdinFilename === undefined) return undefined;
  return files.given(files.resolve(options.stdinFilename));
}

import { type Files, decode, type Project } from "@traffic-policy/project";
import {
  isStaged,
  optionsOf,
  refuseChanged,
  stateOfPlan,
  changesIfAskedFor,
  type FileChanges,
} from "@traffic-policy/project/changed";
import { pathOfPolicy, policyPath } from "@traffic-policy/project/internal";
import type { SelectedPolicies } from "@traffic-policy/project/selection";
import type { LintReport } from "@traffic-policy/report";
import { type Context, CommandError } from "../../context.ts";
import { ignoredAmong } from "../../lint/ignored-files.ts";
import type { LintOptions } from "./command.ts";
import { isFixing } from "./is-fixing.ts";

interface Selection {
  readonly paths: readonly string[];
  readonly changes: FileChanges | undefined;
}

/** Checks whether `--since state` means the state in the plans that are named, and not a revision of git. */
export function isSinceState(paths: readonly string[], options: LintOptions): boolean {
  const isNamed = paths.length > 0 || options.stdinFilename !== undefined;
  return options.since === stateOfPlan && optionsOf(options).length === 1 && isNamed;
}

/** The files whose changes are to be linted, where the options ask for changes. */
export async function changesToLint(
  paths: readonly string[],
  options: LintOptions,
  context: Context,
): Promise<FileChanges | undefined> {
  if (optionsOf(options).length === 0) return undefined;
  if (options.stdinFilename !== undefined) {
    refuseChanged(options, "--stdin-filename", "Remove one of them.");
  }
  // What is staged is not what the files hold, so it cannot be written to them.
  const writes = isFixing(options) || options.updateBaseline === true;
  if (writes && isStaged(options, paths, context.env)) {
    throw new CommandError("Staged files can only be linted.", {
      help: "Name the files that changed, or remove --fix and --update-baseline.",
    });
  }
  return changesIfAskedFor(paths, options, context);
}

/** The files to lint: standard input in the place of one, or those that are selected. */
export async function filesToLint(
  selection: Selection,
  options: LintOptions,
  project: Project,
  context: Context,
): Promise<SelectedPolicies> {
  if (options.stdinFilename !== undefined) {
    return givenText(selection.paths, options.stdinFilename, project, context);
  }
  const selected = await project.policies(selection);
  if (isFixing(options)) refuseHolders(selected.files, "Fixes are made in", context.files);
  if (options.updateBaseline === true) {
    refuseHolders(selected.files, "A baseline is of", context.files);
  }
  return selected;
}

/** @throws CommandError when one policy of a file is named */
function refuseHolders(paths: readonly string[], what: string, files: Files): void {
  const path = paths.find((one) => policyPath(one, files).holder !== undefined);
  if (path === undefined) return;
  const { file } = policyPath(path, files);
  throw new CommandError(`${files.nameOf(path)}: ${what} whole files.`, {
    help: `Name ${files.nameOf(file)} without #.`,
  });
}

async function givenText(
  paths: readonly string[],
  stdinFilename: string,
  { configurations }: Project,
  { files, terminal }: Context,
): Promise<SelectedPolicies> {
  if (paths.length > 0) {
    throw new CommandError("Files and standard input cannot be linted together.", {
      help: "With - or --stdin-filename only standard input is linted.",
    });
  }
  const { file: name, holder } = policyPath(stdinFilename, files);
  const file = files.resolve(name);
  files.give(file, decode(await terminal.readAll(), files.nameOf(file)));
  const { broken } = await configurations.workspace();
  const path = pathOfPolicy({ file, ...(holder !== undefined && { holder }) });
  return { files: [path], failures: [], unread: [], unnamed: new Set(), broken };
}

/** The files that are left out, with the reasons; those that were not named are counted where they are ignored. */
export async function filesNotLinted(
  { files, unread: unreadFiles, unnamed }: SelectedPolicies,
  { paths, changes }: Selection,
  options: LintOptions,
  project: Project,
  provider: Files,
): Promise<Pick<LintReport, "notChecked" | "ignored">> {
  const unread = [...unreadFiles];
  if (changes === undefined && paths.length === 0 && options.stdinFilename === undefined) {
    unread.push(...(await project.unusedPolicies()));
  }
  const ignored = await ignoredAmong(
    [...files, ...unread.map(({ file }) => file)],
    project.configurations,
  );
  const reasons = new Map<string, string>();
  // The first reason that is known of a file says most.
  for (const { file, reason } of unread) {
    if (!ignored.has(file) && !reasons.has(file)) reasons.set(file, reason);
  }
  for (const file of files) {
    if (ignored.has(file) && !unnamed.has(file)) reasons.set(file, "ignored by lint.ignore");
  }
  const count = files.filter((file) => ignored.has(file) && unnamed.has(file)).length;
  const notChecked = [...reasons].map(([file, reason]) => ({
    file: provider.nameOf(file),
    reason,
  }));
  return {
    ...(notChecked.length > 0 && { notChecked }),
    ...(count > 0 && { ignored: count }),
  };
}

import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ExplainedError, type Files } from "../files/files.ts";
import type { ProjectContext } from "../context.ts";
import { type ChangedOptions, isStaged, optionsOf } from "./changed-options.ts";
import { canHoldPolicy } from "../policies/load-policy.ts";
import type { FileChanges } from "./file-changes.ts";
import { gitProblem } from "./git-problem.ts";
import { Git } from "../git/git.ts";
import { differingFiles, isInstalled, statusOf, topOf, type ListedFile } from "./listing.ts";

/**
 * Returns the changed files selected on the command line. With staged changes, tracked files are read in their staged
 * version from then on.
 *
 * @param paths - from the command line: with `--changed`, the changed files
 * @throws ExplainedError when git cannot answer, or the options contradict each other
 */
export async function gitChanges(
  paths: readonly string[],
  options: ChangedOptions,
  { files, env }: Pick<ProjectContext, "files" | "env">,
): Promise<FileChanges> {
  const { changed, since } = options;
  const named = optionsOf(options);
  const [name = ""] = named;
  if (named.length > 1) {
    throw new ExplainedError(`${named.join(" and ")} cannot be used together.`, {
      help: "--since includes what is not committed, and --changed what is staged.",
    });
  }
  if (changed !== true && paths.length > 0) {
    throw new ExplainedError(`${name} and paths cannot be used together.`, {
      help: "git says what changed; with --changed, the paths are the files that did.",
    });
  }
  const git = new Git(files.folder, env);
  if (paths.length > 0) return namedChanges(paths, git, files);
  try {
    if (isStaged(options, paths, env)) return await stagedChanges(git, files);
    return since === undefined ? await uncommittedChanges(git) : await changesSince(since, git);
  } catch (error) {
    throw await gitProblem(error, git, since);
  }
}

async function namedChanges(
  paths: readonly string[],
  git: Git,
  files: Files,
): Promise<FileChanges> {
  const named = paths.map((path) => files.resolve(path));
  return {
    how: "is named",
    named,
    files: new Set(
      named.flatMap((file) => (existsSync(file) ? [file, realpathSync(file)] : [file])),
    ),
    before: (file) =>
      git.textIfAny(["cat-file", "blob", `HEAD:./${basename(file)}`], dirname(file)),
  };
}

async function uncommittedChanges(git: Git): Promise<FileChanges> {
  const [top, listed] = await Promise.all([topOf(git), statusOf(git)]);
  return changesOf("changed since the last commit", [listed], { top, git });
}

async function changesSince(ref: string, git: Git): Promise<FileChanges> {
  const [top, committed, listed] = await Promise.all([
    topOf(git),
    differingFiles(git, `${ref}...HEAD`),
    statusOf(git),
  ]);
  return changesOf(`changed since ${ref}`, [committed, listed], { top, git });
}

async function stagedChanges(git: Git, files: Files): Promise<FileChanges> {
  const [top, listed] = await Promise.all([topOf(git), statusOf(git)]);
  const hidden = listed.flatMap(({ path, isSavedSince, staged }) =>
    isSavedSince && staged !== undefined && canHoldPolicy(path) ? [{ path, staged }] : [],
  );
  const texts = await git.texts(hidden.map(({ staged }) => staged));
  for (const [index, { path }] of hidden.entries()) files.give(join(top, path), texts[index] ?? "");
  const staged = listed.filter((one) => one.isStaged);
  return changesOf("is staged", [staged], { top, git });
}

/** @param lists - earlier entries take precedence */
function changesOf(
  how: string,
  lists: readonly (readonly ListedFile[])[],
  { top, git }: { readonly top: string; readonly git: Git },
): FileChanges {
  const before = new Map<string, string | undefined>();
  for (const { path, before: object } of lists.flat()) {
    if (isInstalled(path)) continue;
    const file = join(top, path.replace(/\/$/, ""));
    if (!before.has(file)) before.set(file, object);
  }
  return {
    how,
    files: new Set(before.keys()),
    async before(file) {
      const object = before.get(file);
      return object === undefined ? undefined : (await git.texts([object]))[0];
    },
  };
}

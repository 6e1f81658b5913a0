import { join } from "node:path";
import type { ProjectContext } from "../context.ts";
import { ExplainedError, Files } from "../files/files.ts";
import { Git } from "../git/git.ts";
import { isData } from "../policies/load-policy.ts";
import { gitProblem, nothingInCommon, unknownRef } from "./git-problem.ts";
import { differingFiles, filesIn, isInstalled, statusOf, topOf } from "./listing.ts";

type Context = Pick<ProjectContext, "files" | "env">;

/** Two revisions as a command line names them, and what else it names. */
export interface NamedRevisions {
  readonly before: NamedRevision;
  /** Undefined for the files as they are saved. */
  readonly after: NamedRevision | undefined;
  readonly others: readonly string[];
}

/** A revision as it is named. */
export interface NamedRevision {
  /** As it is shown: `HEAD~1`. */
  readonly name: string;
  readonly commit: string;
}

/**
 * Reads the revisions at the beginning of a command line: `HEAD~1`, `main...`, `v1..v2`, `v1 v2`. Undefined when there is
 * no revision; a name is that of a file first.
 *
 * @throws ExplainedError when the revisions of `one...other` have no commit in common
 */
export async function namedRevisions(
  names: readonly string[],
  { files, env }: Context,
): Promise<NamedRevisions | undefined> {
  const [first = "", ...others] = names;
  const git = new Git(files.folder, env);
  const revisionOf = async (name: string): Promise<NamedRevision | undefined> => {
    if (files.exists(files.resolve(name))) return undefined;
    const commit = await git.commitOf(name);
    return commit === undefined ? undefined : { name, commit };
  };
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(first) ?? [];
  if (dots !== undefined && !files.exists(files.resolve(first))) {
    const [one, other] = [await revisionOf(from || "HEAD"), await revisionOf(to || "HEAD")];
    if (one === undefined || other === undefined) return undefined;
    const before = dots === "..." ? await mergeBase(git, one, other) : one;
    return { before, after: to === "" ? undefined : other, others };
  }
  const before = await revisionOf(first);
  if (before === undefined) return undefined;
  const after = others[0] === undefined ? undefined : await revisionOf(others[0]);
  return { before, after, others: after === undefined ? others : others.slice(1) };
}

/** Explains that a name is neither a file nor a commit; undefined outside of a repository. */
export async function unknownRevision(
  name: string,
  { files, env }: Context,
): Promise<ExplainedError | undefined> {
  const git = new Git(files.folder, env);
  if ((await git.textIfAny(["rev-parse", "--git-dir"])) === undefined) return undefined;
  const [, from, , to] = /^(.*?)(\.{2,3})(.*)$/.exec(name) ?? [];
  for (const ref of [from ?? name, to ?? ""]) {
    if (ref === "" || (await git.commitOf(ref)) !== undefined) continue;
    const [, help] = await unknownRef(git, ref);
    const message = `There is no file ${JSON.stringify(ref)}, and git knows no such commit.`;
    return new ExplainedError(message, { help });
  }
  return undefined;
}

async function mergeBase(
  git: Git,
  one: NamedRevision,
  other: NamedRevision,
): Promise<NamedRevision> {
  const commit = await git.textIfAny(["merge-base", one.commit, other.commit]);
  if (commit === undefined) throw await nothingInCommon(git, one.name, other.name);
  if (commit === one.commit) return one;
  return { name: `the merge base of ${one.name} and ${other.name}`, commit };
}

/** The files of a repository in one state. */
export interface Revision {
  /** As it is shown; undefined for the files as they are saved. */
  readonly name: string | undefined;
  /** Has the texts of the files of data that differ, and runs no code. */
  readonly files: Files;
  readonly has: (file: string) => boolean;
}

/** The files that differ between two states of a repository. */
export interface RevisionChanges {
  readonly before: Revision;
  readonly after: Revision;
  /** Absolute paths. */
  readonly changed: readonly string[];
}

/**
 * Finds the files that differ between two revisions.
 *
 * @param isMeant - selects files by their absolute paths
 * @throws ExplainedError when git cannot say
 */
export async function revisionChanges(
  { before, after }: Pick<NamedRevisions, "before" | "after">,
  isMeant: (file: string) => boolean,
  { files, env }: Context,
): Promise<RevisionChanges> {
  const git = new Git(files.folder, env);
  try {
    const [top, differing, listed] = await Promise.all([
      topOf(git),
      differingFiles(git, before.commit, after?.commit ?? "HEAD"),
      after === undefined ? statusOf(git, "all") : [],
    ]);
    const objects = { before: new Map<string, string>(), after: new Map<string, string>() };
    const changed = new Set<string>();
    for (const one of [...differing, ...listed]) {
      const file = join(top, one.path);
      if (isInstalled(one.path) || changed.has(file) || !isMeant(file)) continue;
      changed.add(file);
      if (!isData(file)) continue;
      if (one.before !== undefined) objects.before.set(file, one.before);
      if ("after" in one && one.after !== undefined) objects.after.set(file, one.after);
    }
    return {
      before: await storedRevision(before.name, objects.before, git, files),
      after:
        after === undefined
          ? { name: undefined, files, has: (file) => files.exists(file) }
          : await storedRevision(after.name, objects.after, git, files),
      changed: [...changed].toSorted(),
    };
  } catch (error) {
    throw await gitProblem(error, git, undefined);
  }
}

async function storedRevision(
  name: string,
  objects: ReadonlyMap<string, string>,
  git: Git,
  { folder }: Files,
): Promise<Revision> {
  const texts = await git.texts([...objects.values()]);
  const files = new Files(folder, undefined, { runsCode: false });
  for (const [index, file] of [...objects.keys()].entries()) files.give(file, texts[index] ?? "");
  return { name, files, has: (file) => files.given(file) !== undefined };
}

/**
 * Returns the texts of the files of data in a revision, by their paths below the top of the repository.
 *
 * @throws ExplainedError when git cannot say
 */
export async function filesOfRevision(
  commit: string,
  { files, env }: Context,
): Promise<{ readonly top: string; readonly texts: ReadonlyMap<string, string> }> {
  const git = new Git(files.folder, env);
  try {
    const [top, listed] = await Promise.all([topOf(git), filesIn(git, commit)]);
    const data = listed.filter(({ path }) => isData(path) && !isInstalled(path));
    const texts = await git.texts(data.map(({ object }) => object));
    return { top, texts: new Map(data.map(({ path }, index) => [path, texts[index] ?? ""])) };
  } catch (error) {
    throw await gitProblem(error, git, undefined);
  }
}

import { ExplainedError } from "../files/files.ts";
import type { ProjectTarget } from "../configuration/environments.ts";
import type { ProjectContext } from "../context.ts";
import type { BrokenConfiguration } from "./configurations.ts";
import { pathsOfName } from "./named-paths.ts";
import type { NamedTarget } from "./select-targets.ts";
import { pathOfPolicy, policyPath } from "../policies/policy-path.ts";
import { isGlob } from "../files/is-glob.ts";
import { isIn } from "../files/link-out.ts";
import type { FoundFiles, PathFailure, UnreadFile } from "./find-files.ts";

/** The files with the policies that a run is about, and those that it leaves out. */
export interface SelectedPolicies {
  /** Absolute paths, each once. */
  readonly files: readonly string[];
  /** The problems of paths that select nothing. */
  readonly failures: readonly PathFailure[];
  /** Files with policies that are not read. */
  readonly unread: readonly UnreadFile[];
  /** Those of the files that nobody named: a search found them, or targets hold them. */
  readonly unnamed: ReadonlySet<string>;
  /** The configurations of projects that cannot be used. */
  readonly broken: readonly BrokenConfiguration[];
}

/**
 * Returns the files that arguments select: files as given, policy files in a folder, matches of a glob, and the
 * policies of targets.
 *
 * @param targets - their policies are also found in folders, whatever their names are
 */
export async function namedFiles(
  names: readonly string[],
  targets: readonly NamedTarget<ProjectTarget>[],
  context: Pick<ProjectContext, "files" | "env">,
): Promise<Omit<SelectedPolicies, "broken">> {
  const provider = context.files;
  const files = new Set<string>();
  const unread: UnreadFile[] = [];
  const named = new Set<string>();
  const failures: PathFailure[] = [];
  const known = targets.map(({ policyFile }) => policyFile);
  for (const name of names) {
    try {
      for (const path of pathsOfName(name, targets, provider)) {
        const found = await filesOf(path, known, context);
        for (const file of found.files) files.add(file);
        if (found.isNamed === true) for (const file of found.files) named.add(file);
        unread.push(...(found.unread ?? []));
        failures.push(...found.failures);
        if (found.isEmpty !== undefined) throw found.isEmpty;
      }
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      failures.push({ file: provider.resolve(name), error });
    }
  }
  const unnamed = new Set([...files].filter((file) => !named.has(file)));
  return { files: [...files], failures, unread, unnamed };
}

interface FoundByName extends FoundFiles {
  readonly unread?: readonly UnreadFile[];
  readonly isNamed?: boolean;
  readonly isEmpty?: ExplainedError;
}

async function filesOf(
  path: string,
  known: readonly string[],
  context: Pick<ProjectContext, "files" | "env">,
): Promise<FoundByName> {
  const provider = context.files;
  const { file: name, holder } = policyPath(path, provider);
  const file = provider.resolve(name);
  if (holder !== undefined) {
    return { files: [pathOfPolicy({ file, holder })], failures: [], isNamed: true };
  }
  const stat = provider.statIfAny(file);
  if (stat?.isDirectory() === true) return inFolder(file, known, context);
  // One that is missing is reported when it is read.
  if (stat !== undefined || !isGlob(path)) return { files: [file], failures: [], isNamed: true };
  const { expandGlob } = await import("./find-files.ts");
  const found = expandGlob(path, provider);
  if (found.files.length + found.failures.length > 0) return found;
  throw new ExplainedError(`No policy file matches ${path}.`, {
    help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
  });
}

async function inFolder(
  folder: string,
  known: readonly string[],
  context: Pick<ProjectContext, "files" | "env">,
): Promise<FoundByName> {
  const { policyFilesIn } = await import("./find-files.ts");
  const { files: found, failures, unread, ignored } = await policyFilesIn(folder, context);
  const inside = known.filter((file) => isIn(folder, file));
  const files = [...found, ...inside];
  if (files.length + failures.length > 0) return { files, failures, unread };
  return { files, failures, unread, isEmpty: noneIn(context.files.nameOf(folder), ignored) };
}

/** @param ignored - the number of policy files that git ignores */
function noneIn(folder: string, ignored: number): ExplainedError {
  if (ignored > 0) {
    const what = ignored === 1 ? "the only policy file" : `all ${ignored} policy files`;
    return new ExplainedError(`${folder}: Git ignores ${what} in this folder.`, {
      help: "Name the files to lint them.",
    });
  }
  return new ExplainedError(`${folder}: There is no policy file in this folder.`, {
    help: "In a folder, JSON and YAML files that hold a policy are read, and code named like web.policy.ts. Name other files one by one.",
  });
}

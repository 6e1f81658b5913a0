import type { LintFailure } from "@traffic-policy/report";
import { pathsOfName } from "../configuration/named-paths.ts";
import type { NamedTarget } from "../configuration/select-targets.ts";
import { CommandError, type Context } from "../context.ts";
import { isGlob } from "../is-glob.ts";
import { isIn } from "../link-out.ts";
import type { FoundFiles, UnreadFile } from "./expand-paths.ts";
import { toFailure } from "./lint-files.ts";

/** What the arguments of `lint` name. */
export interface SelectedFiles {
  /** Absolute paths, each once. */
  readonly files: readonly string[];
  /** What is wrong with arguments that name nothing. */
  readonly failures: readonly LintFailure[];
  /** Files with policies that are not read. */
  readonly unread?: readonly UnreadFile[];
  /** Those of the files that nobody named: a search found them, or targets hold them. */
  readonly unnamed?: ReadonlySet<string>;
}

/**
 * The files that arguments name: files as they are, in a folder those that hold a policy, what a glob finds, and the
 * policies of targets.
 *
 * @param targets - whose policies are also found in folders, whatever they are called
 */
export async function selectFiles(
  names: readonly string[],
  targets: readonly NamedTarget[],
  context: Pick<Context, "files" | "env">,
): Promise<SelectedFiles> {
  const provider = context.files;
  const files = new Set<string>();
  const unread: UnreadFile[] = [];
  const named = new Set<string>();
  const failures: LintFailure[] = [];
  const known = targets.map(({ policyFile }) => policyFile);
  for (const name of names) {
    try {
      for (const path of pathsOfName(name, targets, provider)) {
        const found = await filesOf(path, known, context);
        for (const file of found.files) files.add(file);
        if (found.isNamed === true) for (const file of found.files) named.add(file);
        unread.push(...(found.unread ?? []));
        failures.push(...found.failures.map(({ file, error }) => toFailure(file, error, provider)));
        if (found.isEmpty !== undefined) throw found.isEmpty;
      }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push(toFailure(provider.resolve(name), error, provider));
    }
  }
  const unnamed = new Set([...files].filter((file) => !named.has(file)));
  return { files: [...files], failures, unread, unnamed };
}

interface FoundByName extends FoundFiles {
  readonly unread?: readonly UnreadFile[];
  /** Whether the name is that of the file. */
  readonly isNamed?: boolean;
  /** That nothing is found, where this is an error. */
  readonly isEmpty?: CommandError;
}

async function filesOf(
  path: string,
  known: readonly string[],
  context: Pick<Context, "files" | "env">,
): Promise<FoundByName> {
  const provider = context.files;
  const file = provider.resolve(path);
  const stat = provider.statIfAny(file);
  if (stat?.isDirectory() === true) return inFolder(file, known, context);
  // One that is missing is reported when it is read.
  if (stat !== undefined || !isGlob(path)) return { files: [file], failures: [], isNamed: true };
  const { expandGlob } = await import("./expand-paths.ts");
  const found = expandGlob(path, provider);
  if (found.files.length + found.failures.length > 0) return found;
  throw new CommandError(`No policy file matches ${path}.`, {
    help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
  });
}

async function inFolder(
  folder: string,
  known: readonly string[],
  context: Pick<Context, "files" | "env">,
): Promise<FoundByName> {
  const { policyFilesIn } = await import("./expand-paths.ts");
  const { files: found, failures, unread, ignored } = await policyFilesIn(folder, context);
  const inside = known.filter((file) => isIn(folder, file));
  const files = [...found, ...inside];
  if (files.length + failures.length > 0) return { files, failures, unread };
  return { files, failures, unread, isEmpty: noneIn(context.files.nameOf(folder), ignored) };
}

/** @param ignored - how many policy files git ignores */
function noneIn(folder: string, ignored: number): CommandError {
  if (ignored > 0) {
    const what = ignored === 1 ? "the only policy file" : `all ${ignored} policy files`;
    return new CommandError(`${folder}: Git ignores ${what} in this folder.`, {
      help: "Name the files to lint them.",
    });
  }
  return new CommandError(`${folder}: There is no policy file in this folder.`, {
    help: "In a folder, JSON and YAML that holds a policy is linted, and code that is called like web.policy.ts; name other files.",
  });
}

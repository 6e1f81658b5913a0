import { statSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { LintFailure } from "@traffic-policy/policy-lint";
import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import { toFailure } from "./to-failure.ts";

/** What the arguments of `lint` name. */
export interface SelectedFiles {
  /** Absolute paths, each once. */
  readonly files: readonly string[];
  /** What is wrong with arguments that name nothing. */
  readonly failures: readonly LintFailure[];
}

/**
 * The files that arguments name: files as they are, in a folder those whose names say that they
 * hold a policy, and what a glob finds.
 *
 * @param known - more files that surely hold policies, whatever they are called
 */
export async function selectFiles(
  paths: readonly string[],
  known: readonly string[],
): Promise<SelectedFiles> {
  const files = new Set<string>();
  const failures: LintFailure[] = [];
  for (const path of paths) {
    try {
      for (const file of await filesOf(path, known)) files.add(file);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push(toFailure(resolve(path), error));
    }
  }
  return { files: [...files], failures };
}

async function filesOf(path: string, known: readonly string[]): Promise<readonly string[]> {
  const file = resolve(path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return inFolder(file, known);
  // A file may be called [a].json; one that is missing is told when it is read.
  if (stat !== undefined || !/[*?[\]{}()!]/.test(path)) return [file];
  const { expandGlob } = await import("./expand-paths.ts");
  const found = expandGlob(path);
  if (found.length > 0) return found;
  throw new CommandError(`No policy file matches ${path}.`, {
    help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
  });
}

async function inFolder(folder: string, known: readonly string[]): Promise<readonly string[]> {
  const { filesIn } = await import("./expand-paths.ts");
  const found = filesIn(folder, "policy");
  const inside = known.filter((file) =>
    file.startsWith(folder.endsWith(sep) ? folder : folder + sep),
  );
  if (found.length + inside.length > 0) return [...found, ...inside];
  throw new CommandError(`${relativePath(folder)}: There is no policy file in this folder.`, {
    help: "In a folder, files like web.policy.ts or web.policy.json are linted; name others by a glob, such as '**/*.json'.",
  });
}

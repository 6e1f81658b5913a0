import { resolve } from "node:path";
import { CommandError } from "../command-error.ts";
import type { FoundFiles, PathFailure } from "../lint/expand-paths.ts";
import { statIfAny } from "../read-bytes.ts";
import { relativePath } from "../relative-path.ts";
import { caseFilesOf, isCaseFile, isPolicyFileName } from "./case-file-name.ts";

/**
 * The files with cases that arguments name: such files as they are, those beside a policy, those in a
 * folder and below it, and what a glob finds of all this.
 *
 * @throws CommandError for an argument that names none
 */
export async function selectCaseFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files = new Set<string>();
  const failures: PathFailure[] = [];
  for (const path of paths) {
    const found = await filesOf(path);
    for (const file of found.files) files.add(file);
    failures.push(...found.failures);
  }
  return { files: [...files], failures };
}

/** Whether an argument names a policy, and no file with cases is beside it. */
export function isPolicyWithoutCases(path: string): boolean {
  const file = resolve(path);
  return (
    isPolicyFileName(file) &&
    !isCaseFile(file) &&
    caseFilesOf(file).length === 0 &&
    statIfAny(file)?.isFile() === true
  );
}

/** The files with cases in a folder and below it. */
export async function casesIn(folder: string): Promise<FoundFiles> {
  const { filesIn } = await import("../lint/expand-paths.ts");
  return filesIn(folder, "cases");
}

async function filesOf(path: string): Promise<FoundFiles> {
  const file = resolve(path);
  const stat = statIfAny(file);
  if (stat?.isDirectory() === true) {
    const found = await casesIn(file);
    if (found.files.length + found.failures.length > 0) return found;
    throw new CommandError(`${relativePath(file)}: There is no file with cases in this folder.`, {
      help: namesHelp,
    });
  }
  if (stat !== undefined || !/[*?[\]{}()!]/.test(path)) {
    return { files: casesOf(file, stat !== undefined), failures: [] };
  }
  const { expandGlob } = await import("../lint/expand-paths.ts");
  const { files: named, failures } = expandGlob(path);
  const files = named.flatMap((one) => (isCaseFile(one) ? [one] : caseFilesOf(one)));
  if (files.length + failures.length > 0) return { files, failures };
  throw new CommandError(`No file with cases matches ${path}.`, { help: namesHelp });
}

function casesOf(file: string, isThere: boolean): readonly string[] {
  if (isCaseFile(file)) return [file];
  const beside = caseFilesOf(file);
  if (beside.length > 0) return beside;
  const reason = isThere ? "There is no file with cases beside it." : "There is no such file.";
  throw new CommandError(`${relativePath(file)}: ${reason}`, { help: namesHelp });
}

/** How files with cases are found. */
export const namesHelp =
  "The cases of web.policy.ts are in web.cases.ts, web.cases.yaml or web.cases.json beside it.";

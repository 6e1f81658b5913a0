import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import { caseFilesOf, isCaseFile, isPolicyFileName } from "./case-file-name.ts";

/**
 * The files with cases that arguments name: such files as they are, those beside a policy, those in a
 * folder and below it, and what a glob finds of all this.
 *
 * @returns absolute paths, each once
 * @throws CommandError for an argument that names none
 */
export async function selectCaseFiles(paths: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const path of paths) for (const file of await filesOf(path)) files.add(file);
  return [...files];
}

/** Whether an argument names a policy, and no file with cases is beside it. */
export function isPolicyWithoutCases(path: string): boolean {
  const file = resolve(path);
  return (
    isPolicyFileName(file) &&
    !isCaseFile(file) &&
    caseFilesOf(file).length === 0 &&
    statSync(file, { throwIfNoEntry: false })?.isFile() === true
  );
}

/** The files with cases in a folder and below it. */
export async function casesIn(folder: string): Promise<string[]> {
  const { filesIn } = await import("../lint/expand-paths.ts");
  return filesIn(folder, "cases");
}

async function filesOf(path: string): Promise<readonly string[]> {
  const file = resolve(path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) {
    const found = await casesIn(file);
    if (found.length > 0) return found;
    throw new CommandError(`${relativePath(file)}: There is no file with cases in this folder.`, {
      help: namesHelp,
    });
  }
  if (stat !== undefined || !/[*?[\]{}()!]/.test(path)) return casesOf(file);
  const { expandGlob } = await import("../lint/expand-paths.ts");
  const found = expandGlob(path).flatMap((one) => (isCaseFile(one) ? [one] : caseFilesOf(one)));
  if (found.length > 0) return found;
  throw new CommandError(`No file with cases matches ${path}.`, { help: namesHelp });
}

function casesOf(file: string): readonly string[] {
  if (isCaseFile(file)) return [file];
  const beside = caseFilesOf(file);
  if (beside.length > 0) return beside;
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  const reason = isThere ? "There is no file with cases beside it." : "There is no such file.";
  throw new CommandError(`${relativePath(file)}: ${reason}`, { help: namesHelp });
}

/** How files with cases are found. */
export const namesHelp =
  "The cases of web.policy.ts are in web.cases.ts, web.cases.yaml or web.cases.json beside it.";

import type { Files } from "@traffic-policy/policy-module";
import { CommandError } from "../command-error.ts";
import type { FoundFiles, PathFailure } from "../lint/expand-paths.ts";
import { caseFilesOf, isCaseFile, isPolicyFileName } from "./case-file-name.ts";

/**
 * The case files that arguments name: such files as they are, those beside a policy, those in a
 * folder and below it, and what a glob finds of all this.
 *
 * @throws CommandError for an argument that names none
 */
export async function selectCaseFiles(
  paths: readonly string[],
  provider: Files,
): Promise<FoundFiles> {
  const files = new Set<string>();
  const failures: PathFailure[] = [];
  for (const path of paths) {
    const found = await filesOf(path, provider);
    for (const file of found.files) files.add(file);
    failures.push(...found.failures);
  }
  return { files: [...files], failures };
}

/** Whether an argument names a policy, and no case file is beside it. */
export function isPolicyWithoutCases(path: string, provider: Files): boolean {
  const file = provider.resolve(path);
  return (
    isPolicyFileName(file) &&
    !isCaseFile(file) &&
    caseFilesOf(file, provider).length === 0 &&
    provider.statIfAny(file)?.isFile() === true
  );
}

/** The case files in a folder and below it. */
export async function casesIn(folder: string, provider: Files): Promise<FoundFiles> {
  const { filesIn } = await import("../lint/expand-paths.ts");
  return filesIn(folder, "cases", provider);
}

async function filesOf(path: string, provider: Files): Promise<FoundFiles> {
  const file = provider.resolve(path);
  const stat = provider.statIfAny(file);
  if (stat?.isDirectory() === true) {
    const found = await casesIn(file, provider);
    if (found.files.length + found.failures.length > 0) return found;
    throw new CommandError(`${provider.nameOf(file)}: There is no case file in this folder.`, {
      help: namesHelp,
    });
  }
  if (stat !== undefined || !/[*?[\]{}()!]/.test(path)) {
    return { files: casesOf(file, stat !== undefined, provider), failures: [] };
  }
  const { expandGlob } = await import("../lint/expand-paths.ts");
  const { files: named, failures } = expandGlob(path, provider);
  const files = named.flatMap((one) => (isCaseFile(one) ? [one] : caseFilesOf(one, provider)));
  if (files.length + failures.length > 0) return { files, failures };
  throw new CommandError(`No case file matches ${path}.`, { help: namesHelp });
}

function casesOf(file: string, isThere: boolean, provider: Files): readonly string[] {
  if (isCaseFile(file)) return [file];
  const beside = caseFilesOf(file, provider);
  if (beside.length > 0) return beside;
  const reason = isThere ? "There is no case file next to it." : "There is no such file.";
  throw new CommandError(`${provider.nameOf(file)}: ${reason}`, { help: namesHelp });
}

/** How case files are found. */
export const namesHelp =
  "The cases of web.policy.ts are in web.cases.ts, web.cases.yaml or web.cases.json next to it.";

import { basename, dirname, join } from "node:path";
import { type Files, policyEndings } from "@traffic-policy/policy-module";
import { CommandError } from "../context.ts";
import type { FoundFiles, PathFailure } from "../lint/expand-paths.ts";

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

export const namesHelp =
  "The cases of web.policy.ts are in web.cases.ts, web.cases.yaml or web.cases.json next to it.";

const endings = policyEndings.join("|");

const casesForm = new RegExp(`^(.+)\\.cases\\.(?:${endings})$`);

const policyForm = new RegExp(`^(.+?)(?:\\.policy)?\\.(?:${endings})$`);

/** Whether the name of a file says that it holds cases: `web.cases.yaml`. */
function isCaseFile(file: string): boolean {
  return casesForm.test(basename(file));
}

/** Whether a file is called like what can hold a policy: `web.policy.ts`, `web.json`. */
function isPolicyFileName(file: string): boolean {
  return policyForm.test(basename(file));
}

/** The files beside a policy that hold its cases by their names. */
export function caseFilesOf(policyFile: string, files: Files): string[] {
  const [, name = ""] = policyForm.exec(basename(policyFile)) ?? [];
  return existing(dirname(policyFile), `${name}.cases`, files);
}

/** The files beside a case file that hold their policy by their names. */
export function policyFilesOf(caseFile: string, files: Pick<Files, "exists">): string[] {
  const [, name = ""] = casesForm.exec(basename(caseFile)) ?? [];
  const folder = dirname(caseFile);
  const named = existing(folder, `${name}.policy`, files);
  return named.length > 0 ? named : existing(folder, name, files);
}

function existing(folder: string, name: string, files: Pick<Files, "exists">): string[] {
  return policyEndings
    .map((ending) => join(folder, `${name}.${ending}`))
    .filter((file) => files.exists(file));
}

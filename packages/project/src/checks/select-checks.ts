import { basename, dirname, join } from "node:path";
import { ExplainedError, type Files } from "../files/files.ts";
import { policyEndings } from "../policies/load-policy.ts";
import { isGlob } from "../files/is-glob.ts";
import type { FoundFiles, PathFailure } from "../selection/find-files.ts";
import type { CheckKind } from "./check-kind.ts";

/**
 * Returns the files of a kind that arguments select: files as given, files next to a policy, files in a folder and
 * below, and matches of a glob.
 *
 * @throws ExplainedError for an argument that selects none
 */
export async function selectChecks(
  paths: readonly string[],
  kind: CheckKind,
  provider: Files,
): Promise<FoundFiles> {
  const files = new Set<string>();
  const failures: PathFailure[] = [];
  for (const path of paths) {
    const found = await filesOf(path, kind, provider);
    for (const file of found.files) files.add(file);
    failures.push(...found.failures);
  }
  return { files: [...files], failures };
}

/** Checks whether an argument names a policy, and no file of a kind is beside it. */
export function isPolicyWithout(path: string, kind: CheckKind, provider: Files): boolean {
  const file = provider.resolve(path);
  return (
    isPolicyFileName(file) &&
    !isOfKind(file, kind) &&
    filesBeside(file, kind, provider).length === 0 &&
    provider.statIfAny(file)?.isFile() === true
  );
}

/** The files of a kind in a folder and below it. */
export async function filesOfKindIn(
  folder: string,
  kind: CheckKind,
  provider: Files,
): Promise<FoundFiles> {
  const { filesIn } = await import("../selection/find-files.ts");
  return filesIn(folder, kind.key, provider);
}

async function filesOf(path: string, kind: CheckKind, provider: Files): Promise<FoundFiles> {
  const file = provider.resolve(path);
  const stat = provider.statIfAny(file);
  if (stat?.isDirectory() === true) {
    const found = await filesOfKindIn(file, kind, provider);
    if (found.files.length + found.failures.length > 0) return found;
    throw new ExplainedError(`${provider.nameOf(file)}: There is no ${kind.file} in this folder.`, {
      help: namesHelp(kind),
    });
  }
  if (stat !== undefined || !isGlob(path)) {
    return { files: filesFor(file, kind, stat !== undefined, provider), failures: [] };
  }
  const { expandGlob } = await import("../selection/find-files.ts");
  const { files: named, failures } = expandGlob(path, provider);
  const files = named.flatMap((one) =>
    isOfKind(one, kind) ? [one] : filesBeside(one, kind, provider),
  );
  if (files.length + failures.length > 0) return { files, failures };
  throw new ExplainedError(`No ${kind.file} matches ${path}.`, { help: namesHelp(kind) });
}

function filesFor(
  file: string,
  kind: CheckKind,
  isThere: boolean,
  provider: Files,
): readonly string[] {
  if (isOfKind(file, kind)) return [file];
  const beside = filesBeside(file, kind, provider);
  if (beside.length > 0) return beside;
  const reason = isThere ? `There is no ${kind.file} next to it.` : "There is no such file.";
  throw new ExplainedError(`${provider.nameOf(file)}: ${reason}`, {
    help: namesHelp(kind, isThere ? basename(file) : undefined),
  });
}

/**
 * How files of a kind are called, and what does without them.
 *
 * @param policy - the name of the policy's file, if it is one
 */
export function namesHelp({ key, without }: CheckKind, policy = "web.policy.ts"): string {
  const isPolicy = isPolicyFileName(policy) && !/(?:^|\.)(?:cases|assertions)\./.test(policy);
  const file = isPolicy ? policy : "web.policy.ts";
  const name = policyForm.exec(file)?.[1] ?? "";
  return `The ${key} of ${file} are in ${name}.${key}.ts, ${name}.${key}.yaml or ${name}.${key}.json next to it. ${without}`;
}

const endings = policyEndings.join("|");

const policyForm = new RegExp(`^(.+?)(?:\\.policy)?\\.(?:${endings})$`);

function nameOfKind(file: string, { key }: CheckKind): string | undefined {
  return new RegExp(`^(.+)\\.${key}\\.(?:${endings})$`).exec(basename(file))?.[1];
}

/** Checks whether the name of a file says that it is of a kind: `web.cases.yaml`. */
export function isOfKind(file: string, kind: CheckKind): boolean {
  return nameOfKind(file, kind) !== undefined;
}

function isPolicyFileName(file: string): boolean {
  return policyForm.test(basename(file));
}

/** The files of a kind beside a policy that are about it by their names. */
export function filesBeside(policyFile: string, { key }: CheckKind, files: Files): string[] {
  const [, name = ""] = policyForm.exec(basename(policyFile)) ?? [];
  return existing(dirname(policyFile), `${name}.${key}`, files);
}

/** The files beside a file of a kind that hold its policy by their names. */
export function policyFilesOf(
  file: string,
  kind: CheckKind,
  files: Pick<Files, "exists">,
): string[] {
  const name = nameOfKind(file, kind) ?? "";
  const folder = dirname(file);
  const named = existing(folder, `${name}.policy`, files);
  return named.length > 0 ? named : existing(folder, name, files);
}

function existing(folder: string, name: string, files: Pick<Files, "exists">): string[] {
  return policyEndings
    .map((ending) => join(folder, `${name}.${ending}`))
    .filter((file) => files.exists(file));
}

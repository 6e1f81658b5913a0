import { readdirSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import { globSync, type FileSystemAdapter } from "tinyglobby";
import { dataEndings, holdsPolicy, policyEndings, type Files } from "@traffic-policy/policy-module";
import { CommandError, type Context } from "../context.ts";

export interface FoundFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Folders that could not be read, so that it is unknown what is in them. */
  readonly failures: readonly PathFailure[];
}

export interface PathFailure {
  /** Absolute path. */
  readonly file: string;
  readonly error: CommandError;
}

/** The files in a folder and below it whose names say what they hold: `web.policy.ts`. */
export function filesIn(
  folder: string,
  what: "policy" | "cases" | "assertions",
  provider: Files,
): FoundFiles {
  return find(namePattern(what), { cwd: folder, provider });
}

/**
 * The policy files in a folder and below it: those whose names say so, and JSON and YAML that holds a policy, except
 * what git ignores and what stands in a folder `dist`, where builds are written.
 */
export async function policyFilesIn(
  folder: string,
  { files: provider, env }: Pick<Context, "files" | "env">,
): Promise<FoundFiles> {
  const patterns = [namePattern("policy"), `**/*.{${dataEndings.join(",")}}`];
  const { files, failures } = find(patterns, { cwd: folder, provider });
  const holding: string[] = [];
  for (const file of files) {
    if (isNamed(file) || isBuilt(relative(folder, file))) continue;
    if (await holdsPolicy(file, provider)) holding.push(file);
  }
  const ignored = await ignoredByGit(holding, folder, env);
  return {
    files: files.filter((file) => isNamed(file) || (holding.includes(file) && !ignored.has(file))),
    failures,
  };
}

function isNamed(file: string): boolean {
  return /\.policy\.\w+$/.test(basename(file));
}

function isBuilt(path: string): boolean {
  return path.split(sep).includes("dist");
}

/** Those of some files that git ignores; none outside of a repository. */
async function ignoredByGit(
  files: readonly string[],
  folder: string,
  env: Context["env"],
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const { Git } = await import("../git/git.ts");
  return new Set(await new Git(folder, env).ignored(files));
}

function namePattern(what: "policy" | "cases" | "assertions"): string {
  return `**/*.${what}.{${policyEndings.join(",")}}`;
}

/** The files that a glob names and that can hold a policy. */
export function expandGlob(pattern: string, provider: Files): FoundFiles {
  const { files, failures } = find(pattern, { cwd: provider.folder, provider });
  return {
    files: files.filter((file) => policyEndings.some((end) => file.endsWith(`.${end}`))),
    failures,
  };
}

function find(
  pattern: string | readonly string[],
  { cwd, provider }: { readonly cwd: string; readonly provider: Files },
): FoundFiles {
  const failures: PathFailure[] = [];
  const files = globSync(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**"],
    fs: {
      // It ignores what it cannot read.
      readdirSync: ((path: string, how: { withFileTypes: true }) => {
        try {
          return readdirSync(path, how);
        } catch (error) {
          const failure = failureOf(resolve(cwd, path), error as NodeJS.ErrnoException, provider);
          if (failure !== undefined) failures.push(failure);
          throw error;
        }
      }) as NonNullable<FileSystemAdapter["readdirSync"]>,
    },
  });
  return { files: files.toSorted(), failures };
}

/** Nothing for a folder that is not there, or not any more. */
function failureOf(
  folder: string,
  error: NodeJS.ErrnoException,
  provider: Files,
): PathFailure | undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  const message = `${provider.nameOf(folder)}: The folder cannot be read (${error.code}).`;
  const help = "Make it readable, or name the files to lint.";
  return { file: folder, error: new CommandError(message, { help, cause: error }) };
}

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { globSync, type FileSystemAdapter } from "tinyglobby";
import { policyEndings, type Files } from "@traffic-policy/policy-module";
import { CommandError } from "../context.ts";

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
  return find(`**/*.${what}.{${policyEndings.join(",")}}`, { cwd: folder, provider });
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
  pattern: string,
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

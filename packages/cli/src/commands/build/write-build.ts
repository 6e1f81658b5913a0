import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "@traffic-policy/project";
import type { WantedPolicy } from "@traffic-policy/api";
import { isJsonObject, parseJson, serialize } from "@traffic-policy/policy-language";
import { folderName } from "@traffic-policy/project/files";
import { CommandError } from "../../context.ts";
import { makeFolder, writeFile } from "../../write-file.ts";

interface BuiltFile {
  readonly wanted: WantedPolicy;
  /** Absolute path. */
  readonly file: string;
  /** False when the file already held this text. */
  readonly isWritten: boolean;
}

export interface Built {
  readonly files: readonly BuiltFile[];
  /** Absolute paths of files of earlier builds whose target is not in the configuration now. */
  readonly stale: readonly string[];
}

/**
 * Writes the text that is pushed to each target, exactly as it is, without a trailing line break. Each file is
 * replaced atomically.
 *
 * @param place - the folder, as an absolute path, and the names of all targets of the configuration
 * @throws CommandError, and nothing is written, when two targets share a file, or an existing file was not written by
 *   a build; also when a file cannot be written, which leaves the files before it written
 */
export async function writeBuild(
  policies: readonly WantedPolicy[],
  {
    folder,
    names,
    files,
  }: { readonly folder: string; readonly names: readonly string[]; readonly files: Files },
): Promise<Built> {
  checkDistinct(policies);
  const built = policies.map((wanted) => {
    const file = join(folder, fileName(wanted.name));
    const before = files.bytesIfAny(file);
    if (before !== undefined && !isBuilt(before)) throw notBuilt(files.nameOf(file));
    const text = wanted.local?.value ?? "";
    return { wanted, file, before, text, isWritten: before?.toString("utf8") !== text };
  });
  makeFolder(folder, files);
  for (const { file, text, before, isWritten } of built) {
    if (isWritten) await writeFile(file, text, before, files);
  }
  return { files: built, stale: staleFiles(folder, names, files) };
}

function fileName(target: string): string {
  return `${folderName(target)}.json`;
}

/** Some file systems do not distinguish upper and lower case. */
function checkDistinct(policies: readonly WantedPolicy[]): void {
  const known = new Map<string, string>();
  for (const { name } of policies) {
    const file = fileName(name).toLowerCase();
    const other = known.get(file);
    if (other !== undefined) {
      throw new CommandError(`The targets "${other}" and "${name}" would share one file.`, {
        help: "Give them names that differ in more than case, or build one of them.",
      });
    }
    known.set(file, name);
  }
}

/** True when a file holds a policy document exactly as it is pushed, so that it may be replaced. */
function isBuilt(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  const { value, errors } = parseJson(text);
  return errors.length === 0 && isJsonObject(value) && serialize(value) === text;
}

function notBuilt(name: string): CommandError {
  return new CommandError(`${name} already exists and is not from a build.`, {
    help: "Choose another folder with --out, or move the file away.",
  });
}

function staleFiles(folder: string, names: readonly string[], files: Files): string[] {
  const expected = new Set(names.map(fileName));
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json") && !expected.has(name))
    .map((name) => join(folder, name))
    .filter((file) => {
      const bytes = readable(file, files);
      return bytes !== undefined && isBuilt(bytes);
    });
}

/** Undefined for a path that is not a file, or cannot be read: no build wrote it. */
function readable(file: string, files: Files): Buffer | undefined {
  try {
    return files.bytesIfAny(file);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

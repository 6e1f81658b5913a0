import { dirname, relative, resolve, sep } from "node:path";
import type { Files, LoadedConfiguration } from "@traffic-policy/project";
import { Baseline, InvalidBaseline } from "@traffic-policy/policy-lint/configuration";
import { lintOf } from "../configuration/project.ts";
import { CommandError } from "../context.ts";
import { writeFile } from "../write-file.ts";

/**
 * Reads a baseline.
 *
 * @param file - absolute path
 * @param options - with `updateBaseline`, the file may be missing, because it will be written
 * @throws CommandError when it cannot be read, or holds something else
 */
export function readBaseline(
  file: string,
  files: Files,
  { updateBaseline }: { readonly updateBaseline?: true } = {},
): Baseline {
  const name = files.nameOf(file);
  const text = files.looseTextIfAny(file);
  if (text === undefined && updateBaseline !== true) {
    throw new CommandError(`${name}: There is no such baseline.`, {
      help: "--update-baseline writes one.",
    });
  }
  const folder = dirname(file);
  try {
    return new Baseline(text, {
      nameOf: (other) => relative(folder, other).replaceAll(sep, "/"),
      exists: (other) => files.exists(resolve(folder, other)),
    });
  } catch (error) {
    if (!(error instanceof InvalidBaseline)) throw error;
    // Not written over: it may only have lost a bracket in a merge.
    const help =
      error.version === undefined
        ? "Correct it, or remove it and write a new one with --update-baseline."
        : "Use the version of traffic-policy that wrote it.";
    throw new CommandError(`${name}: ${error.message}`, { help, cause: error });
  }
}

/**
 * Writes the findings as the new baseline, as a whole or not at all.
 *
 * @returns the number of findings in it
 * @throws CommandError when it cannot be written
 */
export async function writeBaseline(
  file: string,
  baseline: Baseline,
  files: Files,
): Promise<number> {
  const { text, count } = baseline.updated();
  await writeFile(file, text, files.bytesIfAny(file), files);
  return count;
}

export function configuredBaseline(
  configuration: LoadedConfiguration | undefined,
): string | undefined {
  const file = lintOf(configuration)?.baseline;
  return configuration === undefined || file === undefined
    ? undefined
    : resolve(configuration.folder, file);
}

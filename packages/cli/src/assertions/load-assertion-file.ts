import type { Files } from "@traffic-policy/project";
import { readAssertions, type LoadedAssertions } from "@traffic-policy/policy-proof/formats";
import { assertions } from "@traffic-policy/project/checks";
import { loadFile, type LoadedFile } from "../checks/load-file.ts";

/** A file with assertions. */
export type LoadedAssertionFile = LoadedFile & LoadedAssertions;

/**
 * Loads an assertion file, and checks all of it that can be checked without its policy.
 *
 * @param file - absolute path
 * @param timeLimit - how long code may run, in milliseconds
 * @throws CommandError when it cannot be read or run, or something in it cannot be
 */
export function loadAssertionFile(
  file: string,
  files: Files,
  timeLimit?: number,
): Promise<LoadedAssertionFile> {
  return loadFile(file, { kind: assertions, readContents: readAssertions, files, timeLimit });
}

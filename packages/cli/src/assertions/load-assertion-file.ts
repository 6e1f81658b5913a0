import type { Files } from "@traffic-policy/project";
import { readAssertions, type LoadedAssertions } from "@traffic-policy/policy-proof/formats";
import { assertions } from "@traffic-policy/project/checks";
import { loadFile, type LoadedFile } from "../checks/load-file.ts";

export type LoadedAssertionFile = LoadedFile & LoadedAssertions;

/**
 * Loads an assertion file, and checks everything that can be checked without its policy.
 *
 * @param file - absolute path
 * @throws CommandError when the file cannot be read or run, or its content is invalid
 */
export function loadAssertionFile(file: string, files: Files): Promise<LoadedAssertionFile> {
  return loadFile(file, files, assertions, readAssertions);
}

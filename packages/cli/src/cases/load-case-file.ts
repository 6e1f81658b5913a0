import { readCases, type LoadedCases } from "@traffic-policy/policy-engine/formats";
import type { Files } from "@traffic-policy/project";
import { cases } from "@traffic-policy/project/checks";
import { loadFile, type LoadedFile } from "../checks/load-file.ts";

/** A file with cases. */
export type LoadedCaseFile = LoadedFile & LoadedCases;

/**
 * Loads a case file, and checks all of it.
 *
 * @param file - absolute path
 * @param timeLimit - how long code may run, in milliseconds
 * @throws CommandError when it cannot be read or run, or something in it cannot be
 */
export function loadCaseFile(
  file: string,
  files: Files,
  timeLimit?: number,
): Promise<LoadedCaseFile> {
  return loadFile(file, { kind: cases, readContents: readCases, files, timeLimit });
}

import { readCases, type LoadedCases } from "@traffic-policy/policy-engine/formats";
import type { Files } from "@traffic-policy/project";
import { cases } from "@traffic-policy/project/checks";
import { loadFile, type LoadedFile } from "../checks/load-file.ts";

export type LoadedCaseFile = LoadedFile & LoadedCases;

/**
 * Loads a case file, and checks all of it.
 *
 * @param file - absolute path
 * @throws CommandError when the file cannot be read or run, or its content is invalid
 */
export function loadCaseFile(file: string, files: Files): Promise<LoadedCaseFile> {
  return loadFile(file, files, cases, readCases);
}

import { policyOrSite, readCases, type LoadedCases } from "@traffic-policy/policy-engine/formats";
import type { Files } from "@traffic-policy/project";
import { cases } from "@traffic-policy/project/checks";
import { loadFile, problemIn, type LoadedFile } from "../checks/load-file.ts";

export type LoadedCaseFile = LoadedFile & LoadedCases;

/**
 * Loads a case file, and checks all of it.
 *
 * @param file - absolute path
 * @throws CommandError when the file cannot be read or run, or its content is invalid
 */
export async function loadCaseFile(file: string, files: Files): Promise<LoadedCaseFile> {
  const loaded = await loadFile(file, files, cases, readCases);
  // Of code, the policy is no part of the contents.
  if (loaded.policy !== undefined && loaded.site !== undefined) {
    throw problemIn(loaded, { path: "/policy", ...policyOrSite });
  }
  return loaded;
}

import { existsSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { policyEndings } from "../policies/load-policy.ts";
import { type Files } from "../files/files.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { FileChanges } from "./file-changes.ts";
import { affectedByConfiguration } from "./configuration.ts";
import { Reach } from "./reach.ts";

/**
 * Returns the policies that changes reach: those that changed, that import something changed, or that a configuration
 * change affects. A policy that may use a changed file counts.
 *
 * @param policies - policy files, as absolute paths, like all paths here
 * @param environments - the configuration for each of its environments; empty without a configuration
 */
export async function reachedPolicies(
  changes: FileChanges,
  policies: readonly string[],
  environments: readonly LoadedConfiguration[],
  files: Files,
): Promise<string[]> {
  if (changes.files.size === 0) return [];
  const [configuration] = environments;
  const reach = new Reach(changes.files, files);
  if (configuration?.inputs.some((file) => reach.isChanged(file)) === true) return [...policies];
  const affected = await affectedByConfiguration(configuration, { changes, reach, files });
  if (affected === "all") return [...policies];
  const reached = await reach.among(policies);
  const left = foldersWithoutConfiguration(changes, files);
  return policies.filter(
    (file) =>
      reached.has(file) || affected.has(file) || left.some((folder) => file.startsWith(folder)),
  );
}

/** Returns the folders whose configuration was deleted, so that another configuration now applies to their files. */
export function foldersWithoutConfiguration(
  { files: changed }: FileChanges,
  files: Files,
): string[] {
  return [...changed]
    .filter((file) => basename(file).startsWith("traffic-policy.config.") && !files.exists(file))
    .map((file) => dirname(file) + sep);
}

/** Returns staged files below a folder that were deleted on disk since: a search does not find them. */
export function onlyStaged(
  { files: changed }: FileChanges,
  { folder, what }: { readonly folder: string; readonly what: "policy" | "cases" | "assertions" },
  files: Files,
): string[] {
  const name = new RegExp(`\\.${what}\\.(?:${policyEndings.join("|")})$`);
  return [...changed].filter(
    (file) =>
      name.test(file) &&
      file.startsWith(folder + sep) &&
      files.given(file) !== undefined &&
      !existsSync(file),
  );
}

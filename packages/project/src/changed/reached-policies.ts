import { existsSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { policyEndings } from "../policies/load-policy.ts";
import { type Files } from "../files/files.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { Changes } from "./changes.ts";
import { affectedByConfiguration } from "./configuration.ts";
import { Reach } from "./reach.ts";

/**
 * The policies that changes reach: those that changed themselves or import something that did, and those
 * that a change of the configuration is about. A policy that may use a changed file is one of them.
 *
 * @param policies - files that hold policies, as absolute paths, as all paths here
 * @param environments - their configuration, for each of its environments; none without one
 */
export async function reachedPolicies(
  changes: Changes,
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

/** Folders whose configuration is gone, so that another one is about what is in them. */
export function foldersWithoutConfiguration({ files: changed }: Changes, files: Files): string[] {
  return [...changed]
    .filter((file) => basename(file).startsWith("traffic-policy.config.") && !files.exists(file))
    .map((file) => dirname(file) + sep);
}

/** Files below a folder that are staged, but were deleted on disk since: a search does not find them. */
export function onlyStaged(
  { files: changed }: Changes,
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

import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { splitPolicyPath } from "@traffic-policy/policy-language/internal";
import { isCode, isData } from "../policies/load-policy.ts";
import { type Files } from "../files/files.ts";
import type { CheckKind } from "./check-kind.ts";
import { filesBeside, policyFilesOf } from "./select-checks.ts";
import { literals, values } from "./written-names.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets } from "../selection/select-targets.ts";
import type { FileChanges } from "../changed/file-changes.ts";
import { affectedByConfiguration } from "../changed/configuration.ts";
import { Reach } from "../changed/reach.ts";
import { foldersWithoutConfiguration, onlyStaged } from "../changed/reached-policies.ts";

/**
 * Returns the files of a kind that changes reach: those that changed, that import or name something changed, or whose
 * policies are reached. A file that may use a changed file counts: that of a site may use each.
 *
 * @param found - all files of the kind below a folder, as absolute paths, like all paths here
 * @param environments - the configuration for each of its environments; empty without a configuration
 */
export async function reachedChecks(
  changes: FileChanges,
  {
    files: found,
    folder,
    kind,
  }: { readonly files: readonly string[]; readonly folder: string; readonly kind: CheckKind },
  environments: readonly LoadedConfiguration[],
  files: Files,
): Promise<{
  readonly files: readonly string[];
  reaches(policyFile: string): boolean;
}> {
  const [configuration] = environments;
  if (changes.files.size === 0) return { files: [], reaches: () => false };
  const all = [...new Set([...found, ...onlyStaged(changes, { folder, what: kind.key }, files)])];
  const reach = new Reach(changes.files, files);
  const affected = await affectedByConfiguration(configuration, { changes, reach, files });
  if (affected === "all") return { files: all, reaches: () => true };
  const targets = environments.flatMap((one) => namedTargets(one));
  const policies = new Map(targets.map(({ name, policyFile }) => [name, policyFile]));
  const known = new Set([...policies.keys(), ...[...changes.files].map((file) => basename(file))]);
  const folders = new Folders(files);
  const isOfSite = new Set<string>();
  const used = new Map(
    all.map((file) => {
      const text = files.textIfReadable(file) ?? "";
      if (kind.key === "cases" && /\bsite["']?\s*:/.test(text)) isOfSite.add(file);
      const names = isCode(file) ? literals(text, known) : values(text, ["policy", "bodyFile"]);
      const uses = filesUsed(file, names, { kind, policies, files: folders });
      return [file, [...uses, ...uses.flatMap((one) => filesNamedByAgent(one, files))]];
    }),
  );
  const reached = await reach.among(new Set([...policies.values(), ...[...used.values()].flat()]));
  for (const file of affected) reached.add(file);
  const gone = [...changes.files].filter((file) => !files.exists(file));
  const left = new Set(gone.flatMap((file) => filesBeside(file, kind, files)));
  const without = foldersWithoutConfiguration(changes, files);
  return {
    files: all.filter(
      (file) =>
        left.has(file) ||
        isOfSite.has(file) ||
        without.some((above) => file.startsWith(above)) ||
        used.get(file)?.some((one) => reached.has(one)) === true,
    ),
    reaches: (file) => reached.has(file),
  };
}

/**
 * Returns the files that a file of a kind may use, itself first.
 *
 * @param names - the names its text may contain, found without running or parsing it
 * @param options.policies - policies of targets, by target name
 */
function filesUsed(
  file: string,
  names: readonly string[],
  {
    kind,
    policies,
    files,
  }: {
    readonly kind: CheckKind;
    readonly policies: ReadonlyMap<string, string>;
    readonly files: Folders;
  },
): string[] {
  const folder = dirname(file);
  return [
    file,
    ...policyFilesOf(file, kind, files),
    ...names.flatMap((name) =>
      [policies.get(name) ?? [], resolve(folder, splitPolicyPath(name).file)].flat(),
    ),
  ];
}

/** Returns the files with policies that the configuration of an agent may name. */
function filesNamedByAgent(file: string, files: Files): string[] {
  const text = isData(file) ? files.textIfReadable(file) : undefined;
  const names = values(text ?? "", ["traffic_policy_file"]);
  return names.map((name) => resolve(dirname(file), name));
}

/** Caches folder listings: listing a folder is faster than checking many of its files. */
class Folders implements Pick<Files, "exists"> {
  readonly #files: Files;
  readonly #names = new Map<string, ReadonlySet<string>>();

  constructor(files: Files) {
    this.#files = files;
  }

  exists(file: string): boolean {
    const folder = dirname(file);
    let names = this.#names.get(folder);
    if (names === undefined) {
      names = new Set(namesIn(folder));
      this.#names.set(folder, names);
    }
    return names.has(basename(file)) || this.#files.given(file) !== undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

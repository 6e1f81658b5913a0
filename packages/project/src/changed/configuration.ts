import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { ownMember } from "@traffic-policy/policy-language/internal";
import { isCode } from "../policies/load-policy.ts";
import { isManifest, manifestKey } from "../configuration/find-configuration.ts";
import { type Files } from "../files/files.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { FileChanges } from "./file-changes.ts";
import type { Reach } from "./reach.ts";

/**
 * Returns the policies that a configuration change affects. A configuration that is data is compared with its earlier
 * state: an added, changed or removed target affects only its policy, and any other change affects all policies. A
 * change of code affects all policies, because its effect is unknown.
 */
export async function affectedByConfiguration(
  configuration: LoadedConfiguration | undefined,
  {
    changes,
    reach,
    files,
  }: { readonly changes: FileChanges; readonly reach: Reach; readonly files: Files },
): Promise<"all" | ReadonlySet<string>> {
  if (configuration === undefined) return new Set();
  const { file, sources } = configuration;
  const changed = await reach.among(sources);
  if (changed.size === 0) return new Set();
  // What a configuration shares with others is about all of its policies.
  if (changed.size > 1 || !changed.has(file)) return "all";
  const before = isCode(file) ? undefined : await changes.before(file);
  const after = files.textIfReadable(file);
  if (before === undefined || after === undefined) return "all";
  const values = [await valueOf(file, before), await valueOf(file, after)] as const;
  const [one, other] = isManifest(file) ? values.map(keyOf) : values;
  const policies = policiesThatDiffer(one, other);
  return policies === undefined
    ? "all"
    : new Set(policies.map((name) => configuration.fileOf(name)));
}

function keyOf(manifest: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(manifest) ? ownMember(manifest, manifestKey) : undefined;
}

async function valueOf(file: string, text: string): Promise<JsonValue | undefined> {
  if (/\.ya?ml$/.test(file)) {
    const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
    const { document, errors } = yamlPolicySource(file, text);
    return errors.length > 0 ? undefined : document;
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as JsonValue;
  } catch {
    return undefined;
  }
}

function policiesThatDiffer(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string[] | undefined {
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined;
  const { targets: targetsBefore, ...othersBefore } = before;
  const { targets: targetsAfter, ...othersAfter } = after;
  if (!isDeepStrictEqual(othersBefore, othersAfter)) return undefined;
  if (!isJsonObject(targetsBefore) || !isJsonObject(targetsAfter)) return undefined;
  const names = new Set([...Object.keys(targetsBefore), ...Object.keys(targetsAfter)]);
  return [...names].flatMap((name) => {
    const both = [targetOf(targetsBefore, name), targetOf(targetsAfter, name)];
    if (isDeepStrictEqual(both[0], both[1])) return [];
    return both.flatMap((target) =>
      isJsonObject(target) && typeof target["policy"] === "string" ? [target["policy"]] : [],
    );
  });
}

function targetOf(targets: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(targets, name) ? targets[name] : undefined;
}

import { basename, dirname, join } from "node:path";
import {
  isJsonObject,
  serialize,
  type Dialect,
  type JsonObject,
  type Protocol,
} from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import { isCode, loadPolicies, type Environment, type LoadedPolicy } from "@traffic-policy/project";
import {
  migrateCode,
  modulesReachedFrom,
  type CodeFinding,
  type MigratedCode,
  type ModuleToMigrate,
  type PolicyToMigrate,
} from "@traffic-policy/project/migration";
import {
  migratePolicy,
  noParts,
  possibleProtocols,
  textChanges,
  type MigrationNote,
} from "@traffic-policy/policy-proof/migration";
import { namedTargets, type SelectedPolicy } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, type Context } from "../../context.ts";
import type { MigrateOptions } from "./command.ts";
import type { Comparer } from "./migrated-policy.ts";

export interface MigratedModules {
  /** The modules of the policies; absolute paths. */
  readonly files: ReadonlySet<string>;
  readonly isMeant: boolean;
  readonly texts: ReadonlyMap<string, string>;
  readonly shared: readonly string[];
  readonly findings: readonly (CodeFinding & { readonly help?: string })[];
  readonly notes: readonly (MigrationNote & { readonly of: LoadedPolicy })[];
}

interface CodeContext {
  readonly options: MigrateOptions;
  readonly context: Context;
  readonly comparer: Comparer;
  readonly dialects: { readonly from: Dialect; readonly to: Dialect };
  readonly targetOf: (file: string) => string;
}

export async function migrateModules(
  policies: readonly SelectedPolicy[],
  code: CodeContext,
): Promise<MigratedModules[]> {
  const { files } = code.context;
  const groups: { policies: SelectedPolicy[]; reached: Set<string> }[] = [];
  for (const policy of policies) {
    const reached = new Set(modulesReachedFrom(policy.file, files));
    const joined = groups.filter((group) => [...reached].some((one) => group.reached.has(one)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push({
      policies: [...joined.flatMap((group) => group.policies), policy],
      reached: new Set([...joined.flatMap((group) => [...group.reached]), ...reached]),
    });
  }
  const results: MigratedModules[] = [];
  for (const group of groups) results.push(await migrateGroup(group.policies, code));
  return results;
}

async function migrateGroup(
  policies: readonly SelectedPolicy[],
  code: CodeContext,
): Promise<MigratedModules> {
  const { context, dialects, targetOf, options } = code;
  const { files } = context;
  const notes: MigratedModules["notes"][number][] = [];
  const modules: ModuleToMigrate[] = [];
  for (const policy of new Map(policies.map((one) => [one.file, one])).values()) {
    const environments = await environmentsOf(policy, code);
    const loaded = await loadPolicies(policy.file, files, environments);
    const all = loaded.map((one) => partsOf(one, policy, code));
    notes.push(
      ...all.flatMap((one, index) =>
        one.notes.map((note) => ({ ...note, of: loaded[index] as LoadedPolicy })),
      ),
    );
    modules.push({ file: policy.file, environments, policies: all });
  }
  const entries = new Map(modules.map(({ file }) => [file, targetOf(file)]));
  const [home = ""] = entries.values();
  const result = await migrateCode(modules, {
    files,
    ...dialects,
    textChanges: (text, kind) =>
      textChanges(text, { kind, isNginx: false, dialect: dialects.from }),
    ...(options.out !== undefined && {
      placeOf: (file: string) => entries.get(file) ?? join(dirname(home), basename(file)),
    }),
  });
  const isMeant =
    notes.every(({ kind }) => kind !== "refused") && (await isSame(result, modules, code));
  const { texts, shared, findings } = result;
  return {
    files: new Set(modules.map(({ file }) => file)),
    isMeant,
    texts,
    shared,
    findings,
    notes,
  };
}

/**
 * Refuses to change a module that other, unmigrated policies use.
 *
 * @throws CommandError with the name of such a policy
 */
export async function refuseOtherUsers(
  modules: readonly MigratedModules[],
  options: MigrateOptions,
  context: Context,
): Promise<void> {
  const { files } = context;
  const shared = new Set(modules.flatMap((one) => one.shared));
  if (shared.size === 0) return;
  const [{ filesIn }, found] = await Promise.all([
    import("@traffic-policy/project/selection"),
    projectOf(options, context).configurations.load(),
  ]);
  const ofTargets = (found?.environments ?? []).flatMap((one) =>
    namedTargets(one).map(({ policyFile }) => policyFile),
  );
  const known = new Set([...filesIn(files.folder, "policy", files).files, ...ofTargets]);
  const migrated = new Set(modules.flatMap((one) => [...one.files]));
  for (const file of known) {
    if (migrated.has(file) || !isCode(file)) continue;
    const used = [...modulesReachedFrom(file, files)].find((one) => shared.has(one));
    if (used === undefined) continue;
    throw new CommandError(
      `${files.nameOf(used)} changes, too, and ${files.nameOf(file)} uses it as it is.`,
      { help: "Name both policies, so that they are migrated together." },
    );
  }
}

async function environmentsOf(
  { file }: SelectedPolicy,
  { options, context }: CodeContext,
): Promise<readonly Environment[]> {
  const { configurations } = projectOf(options, context);
  const found = await configurations.loadOfFolder(dirname(file));
  return (found?.environments ?? []).flatMap(({ environment }) => environment ?? []);
}

function partsOf(
  loaded: LoadedPolicy,
  { knownProtocol, title }: SelectedPolicy,
  { options, dialects }: CodeContext,
): PolicyToMigrate & { readonly notes: readonly MigrationNote[] } {
  const { document } = loaded.source;
  if (!isJsonObject(document)) {
    throw new CommandError(`${title}: The file holds no policy document.`);
  }
  const [only, ...others] = possibleProtocols(document, dialects.from);
  const protocol: Protocol =
    options.protocol ??
    loaded.protocol ??
    knownProtocol ??
    (others.length === 0 && only !== undefined ? only : "http");
  if (dialectNameOf(document) === "phases")
    return { loaded, protocol, document, parts: noParts, notes: [] };
  const { forwardTo } = options;
  const isForwarding = forwardTo !== undefined && loaded.isDefault;
  const migration = migratePolicy(document, {
    ...dialects,
    protocol,
    ...(isForwarding && { forwardTo }),
  });
  return {
    loaded,
    protocol,
    document: migration.document ?? document,
    parts: migration.parts,
    notes: migration.notes,
    ...(isForwarding && { forwardTo }),
  };
}

async function isSame(
  { state, built }: MigratedCode,
  modules: readonly ModuleToMigrate[],
  { comparer }: CodeContext,
): Promise<boolean> {
  if (state !== "different") return state === "exact";
  for (const [index, { policies }] of modules.entries()) {
    const now = built[index] ?? [];
    if (now.length !== policies.length) return false;
    for (const [place, { document, protocol }] of policies.entries()) {
      const after = now[place]?.source.document;
      if (!isJsonObject(after)) return false;
      const value = (of: JsonObject): { enabled: true; value: string } => ({
        enabled: true,
        value: serialize(of),
      });
      const { kind } = await comparer.compare(value(document), value(after), protocol);
      if (kind !== "same") return false;
    }
  }
  return true;
}

import { serialize, type Protocol } from "@traffic-policy/policy-language";
import {
  type Files,
  isCode,
  loadPolicies,
  lookForPolicy,
  type LoadedPolicy,
} from "@traffic-policy/project";
import {
  revisionChanges,
  stateOfPlan,
  stateRevision,
  type NamedRevision,
  type NamedRevisions,
  type Revision,
  type RevisionChanges,
} from "@traffic-policy/project/changed";
import {
  isData,
  isGlob,
  isIn,
  isNamedAsPolicy,
  pathOfPolicy,
  policyPath,
  pathMatcher,
} from "@traffic-policy/project/internal";
import type { NotChecked } from "@traffic-policy/report";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, type Context } from "../../context.ts";
import { isExpected } from "../../service/connect.ts";
import type { Comparing, TargetComparison } from "./compare-targets.ts";
import { comparePolicies, protocolOfBoth } from "./compare-files.ts";
import { policyDocumentOf, type StoredInFile } from "./stored-file.ts";

/** The policies of two revisions that differ, or may differ. */
export interface RevisionsDiff {
  readonly before: NamedRevision;
  /** Undefined for the files as they are saved. */
  readonly after: NamedRevision | undefined;
  readonly policies: readonly PolicyDiff[];
  readonly notCompared: readonly NotChecked[];
}

export type PolicyDiff = { readonly name: string } & (
  | { readonly comparison: PolicyComparison; readonly error?: never }
  | { readonly error: Error; readonly comparison?: never }
);

export interface PolicyComparison extends Omit<TargetComparison, "state"> {
  readonly state: "identical" | "equivalent" | "different" | "new" | "removed";
}

/** How the policies of revisions are compared. */
export interface RevisionsComparing extends Comparing, Pick<Context, "env"> {
  readonly protocol: Protocol | undefined;
}

/**
 * Compares the policies in the files of data that differ between two revisions. Policies in code are only named, because
 * no code of a revision is run.
 *
 * @throws CommandError when git cannot say what differs, or nothing can be compared at a path
 */
export async function compareRevisions(
  { before, after, others: paths }: NamedRevisions,
  context: RevisionsComparing,
): Promise<RevisionsDiff> {
  const { files } = context;
  checkCode(paths);
  const isMeant = pathMatcher(paths, files);
  const changes = await revisionChanges({ before, after }, isMeant, context);
  if (after === undefined) checkMissing(paths, changes, files);
  const policies: PolicyDiff[] = [];
  const notCompared: NotChecked[] = [];
  for (const file of changes.changed.filter(isData)) {
    const found = await filePolicies(file, changes, context);
    policies.push(...found.policies);
    notCompared.push(...found.notCompared);
  }
  for (const file of await codeReached(changes.changed, isMeant, context)) {
    notCompared.push({ file: files.nameOf(file), reason: "no code of a revision is run" });
  }
  return { before, after, policies, notCompared };
}

/**
 * Compares the policies of a plan of Terraform, or the one that is named after `#`, with those in its state.
 *
 * @throws CommandError when the file is no plan, has no state, or has no such policy
 */
export async function compareWithState(
  path: string,
  context: RevisionsComparing,
): Promise<RevisionsDiff> {
  const { files } = context;
  const { file, holder } = policyPath(files.resolve(path), files);
  const state = stateRevision(file, files);
  const after = { name: undefined, files, has: () => true };
  const found = await filePolicies(file, { before: state, after }, context);
  const before = { name: state.name ?? "", commit: stateOfPlan };
  if (holder === undefined) return { before, after: undefined, ...found };
  const wanted = pathOfPolicy({ file: files.nameOf(file), holder });
  const policies = found.policies.filter(({ name }) => name === wanted);
  const notCompared = found.notCompared.filter((one) => one.file === wanted);
  // Says which policies there are, where it is none of them.
  if (policies.length + notCompared.length === 0) await loadPolicies(files.resolve(path), files);
  return { before, after: undefined, policies, notCompared };
}

function checkCode(paths: readonly string[]): void {
  const code = paths.find((path) => isCode(path) && !isGlob(path));
  if (code === undefined) return;
  throw new CommandError(`${code}: No code of a revision is run, so it cannot be compared.`, {
    help: "Name policies in JSON or YAML, or compare two files that `traffic-policy build` has written.",
  });
}

function checkMissing(
  paths: readonly string[],
  { before, changed }: RevisionChanges,
  files: Files,
): void {
  for (const path of paths) {
    const file = files.resolve(path);
    if (isGlob(path) || files.exists(file) || changed.some((one) => isIn(file, one))) continue;
    const message = `${path}: There is no such file or folder, and none in ${before.name}.`;
    throw new CommandError(message);
  }
}

type Pair<Each> = readonly [before: Each, after: Each];

async function filePolicies(
  file: string,
  { before, after }: Pick<RevisionChanges, "before" | "after">,
  context: RevisionsComparing,
): Promise<Pick<RevisionsDiff, "policies" | "notCompared">> {
  const name = context.files.nameOf(file);
  const found = [await lookIn(before, file), await lookIn(after, file)] as const;
  const reason = found
    .map((one) => (typeof one === "object" ? one.reason : undefined))
    .find(Boolean);
  if (reason !== undefined) return { policies: [], notCompared: [{ file: name, reason }] };
  if (!found.includes("policy")) return { policies: [], notCompared: [] };
  try {
    const both = [
      await policiesIn(before, file, found[0] === "policy"),
      await policiesIn(after, file, found[1] === "policy"),
    ] as const;
    return await comparePairs(name, both, context);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { policies: [{ name, error }], notCompared: [] };
  }
}

function lookIn({ files, has }: Revision, file: string): ReturnType<typeof lookForPolicy> {
  return has(file) ? lookForPolicy(file, files) : Promise.resolve(undefined);
}

/**
 * Returns the policies of a file.
 *
 * @param isPolicy - false when it is not known to hold one
 * @throws CommandError when one cannot be read; without a known one, when the text cannot be parsed
 */
async function policiesIn(
  { name, files, has }: Revision,
  file: string,
  isPolicy: boolean,
): Promise<StoredPolicies> {
  if (!has(file)) return new Map();
  try {
    const loaded = await (isPolicy ? loadPolicies(file, files) : loadedIfAny(file, files));
    const isMeant = ({ source }: LoadedPolicy): boolean =>
      isPolicy || source.document === undefined;
    return storedByHolder(loaded.filter(isMeant));
  } catch (error) {
    if (name === undefined || !(error instanceof CommandError)) throw error;
    // Without the place to show: the line would be of the file as it is saved.
    throw new CommandError(`In ${name}, ${error.message}`, { help: error.help, cause: error });
  }
}

/** Loads the policies of a file; of one with documents of other kinds alone, none. */
async function loadedIfAny(file: string, files: Files): Promise<readonly LoadedPolicy[]> {
  try {
    return await loadPolicies(file, files);
  } catch (error) {
    if (error instanceof CommandError) return [];
    throw error;
  }
}

async function comparePairs(
  file: string,
  [before, after]: Pair<StoredPolicies>,
  context: RevisionsComparing,
): Promise<Pick<RevisionsDiff, "policies" | "notCompared">> {
  const policies: PolicyDiff[] = [];
  const notCompared: NotChecked[] = [];
  for (const holder of new Set([...before.keys(), ...after.keys()])) {
    const name = holder === "" ? file : pathOfPolicy({ file, holder });
    const [one, other] = [before.get(holder), after.get(holder)];
    if (typeof other === "string") notCompared.push({ file: name, reason: other });
    else if (typeof one === "string") notCompared.push({ file: name, reason: one });
    else policies.push({ name, comparison: await comparePair(name, [one, other], context) });
  }
  return { policies, notCompared };
}

/**
 * Policies of a file by the names of their holders, or by their numbers; "" for the only one. For a policy that the file
 * does not tell, the reason.
 */
type StoredPolicies = ReadonlyMap<string, StoredInFile | string>;

function storedByHolder(policies: readonly LoadedPolicy[]): StoredPolicies {
  const stored = new Map<string, StoredInFile | string>();
  for (const [index, policy] of policies.entries()) {
    const number = policies.length === 1 ? "" : String(index + 1);
    const { held } = policy.source;
    const named = held?.holder.name;
    const key = named === undefined || stored.has(named) ? number : named;
    const isUntold = held?.unread !== undefined && held.isMissing !== true;
    stored.set(key, isUntold ? held.unread : storedIn(policy));
  }
  return stored;
}

function storedIn(policy: LoadedPolicy): StoredInFile {
  const { source, protocol } = policy;
  const enabled = source.held && source.held.holder.isDisabled !== true;
  return { value: serialize(policyDocumentOf(policy)), enabled, protocol };
}

async function comparePair(
  name: string,
  pair: Pair<StoredInFile | undefined>,
  { comparer, protocol }: RevisionsComparing,
): Promise<PolicyComparison> {
  const names = [name, name] as const;
  const both = protocolOfBoth(names, pair, { ...(protocol && { protocol }) });
  const { state, ...compared } = await comparePolicies(names, pair, { protocol: both, comparer });
  const [before, after] = pair;
  if (before === undefined) return { ...compared, state: "new" };
  return { ...compared, state: after === undefined || state === "absent" ? "removed" : state };
}

/** Returns the policies in code that changed files reach; a policy that is gone counts, too. */
async function codeReached(
  changed: readonly string[],
  isMeant: (file: string) => boolean,
  context: RevisionsComparing,
): Promise<readonly string[]> {
  const code = changed.filter(isCode);
  if (code.length === 0) return [];
  const changes = {
    how: "differs",
    files: new Set(code),
    before: () => Promise.resolve(undefined),
  };
  const { files } = await projectOf({}, context).policies({ changes });
  const reached = files.filter((file) => isCode(file) && isMeant(file));
  return [...new Set([...reached, ...code.filter(isNamedAsPolicy)])].toSorted();
}

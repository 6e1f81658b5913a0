import { dirname, resolve } from "node:path";
import {
  jsonPolicySource,
  type JsonValue,
  type PolicySource,
} from "@traffic-policy/policy-language";
import {
  documentsWithPolicies,
  enumerated,
  getOrAdd,
  heldSources,
  heldTextReader,
  type HeldPolicy,
  type HeldSource,
  type NamedPolicyFile,
  policyFilesNamedIn,
  listed,
  shortened,
  withDistinctNames,
} from "@traffic-policy/policy-language/internal";
import type { Environment } from "../configuration/environments.ts";
import { ExplainedError, decode, type Files } from "../files/files.ts";
import { withoutErrors } from "../files/json-source.ts";
import { sizeProblem, type LoadedPolicy } from "./loaded-policy.ts";
import { holderNameOf, indexOfHolder, pathOfPolicy, policyPath } from "./policy-path.ts";

/** How the names of files of data end that can hold a policy. */
export const dataEndings = ["json", "yaml", "yml"] as const;

/** How the names of files end that can hold a policy. */
export const policyEndings = ["ts", "mts", "js", "mjs", ...dataEndings] as const;

/** Checks whether the name of a file ends like one that can hold a policy. */
export function canHoldPolicy(file: string): boolean {
  return isCode(file) || isData(file);
}

/** True for JSON or YAML, in any letter case, because some systems write such endings in capitals. */
export function isData(file: string): boolean {
  return isYaml(file) || /\.json$/i.test(file);
}

export function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

/** Checks whether a file is code, which is run to get at its policies. */
export function isCode(file: string): boolean {
  return /\.m?[tj]s$/.test(file);
}

/**
 * Loads the policies of a JSON, YAML, TypeScript or JavaScript file, or the one that is named after `#`. Only code loads
 * the TypeScript loader, and only YAML its parser; mistakes in JSON and YAML are found by lint, through
 * `source.errors`.
 *
 * @param path - absolute path
 * @param environments - those that a policy which is a function is for; without any, it cannot be loaded
 * @throws ExplainedError when the file cannot be read or run, or has no such policy
 */
export async function loadPolicies(
  path: string,
  files: Files,
  environments?: readonly Environment[],
): Promise<LoadedPolicy[]> {
  const { file, holder } = policyPath(path, files);
  if (isCode(file)) {
    const { loadCodePolicies } = await import("./code-policy.ts");
    return loadCodePolicies(file, files, environments);
  }
  const policies = await loaded(file, await documentsOf(file, files), files);
  const sources = withDistinctNames(policies.map(({ source }) => source));
  const named = policies.map((policy, index) => ({
    ...policy,
    source: sources[index] ?? policy.source,
  }));
  if (holder === undefined) return named;
  const index = indexOfHolder(policies, holder, files.nameOf(file));
  return named.slice(index, index + 1).map((policy) => ({ ...policy, isDefault: true }));
}

async function documentsOf(file: string, files: Files): Promise<readonly PolicySource[]> {
  const documents = await parsedDocuments(file, readText(file, files), files);
  return isYaml(file) ? withPolicies(documents) : documents;
}

/**
 * Returns the documents of a JSON or YAML file, whatever they hold.
 *
 * @param isWanted - which of several are read, by their texts; by default, those with a word of a policy
 * @throws ExplainedError for a template, and for any other kind of file
 */
export async function parsedDocuments(
  file: string,
  text: string,
  files: Files,
  isWanted?: (text: string) => boolean,
): Promise<readonly PolicySource[]> {
  const name = files.nameOf(file);
  if (isYaml(file)) {
    const { yamlPolicySources, YamlVersions } =
      await import("@traffic-policy/policy-language/yaml");
    const versions = files.yaml && getOrAdd(files.yaml, file, () => new YamlVersions());
    const documents = yamlPolicySources(name, text, versions, isWanted);
    if (documents.some(({ errors }) => errors.length > 0)) refuseTemplate(name, text);
    return documents;
  }
  if (isData(file)) return [jsonPolicySource(name, text)];
  throw new ExplainedError(`${name}: This kind of file cannot hold a policy.`, {
    help: /\.(?:tf|hcl)$/.test(name)
      ? "Of Terraform, a plan or a state is read: `terraform show -json plan > plan.json` writes one."
      : "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
  });
}

/** @throws ExplainedError for a template, which has marks where YAML has values, or on lines of their own */
function refuseTemplate(name: string, text: string): void {
  if (!/^[\s-]*\{[{%]|^[^"'#\n]*:\s+\{\{/m.test(text)) return;
  throw new ExplainedError(`${name}: The file is a template, and no YAML yet.`, {
    help: "Lint what it renders to: `helm template . | traffic-policy lint -`.",
  });
}

/** @throws ExplainedError when none of several documents has a policy */
function withPolicies(documents: readonly PolicySource[]): readonly PolicySource[] {
  const found = documentsWithPolicies(documents);
  const [first] = documents;
  if (found.length > 0 || first === undefined) return found;
  throw new ExplainedError(
    `${first.file}: None of the ${documents.length} documents of this file holds a policy.`,
    { help: "Name the file that holds the policy." },
  );
}

/** Returns the policies of documents: the documents themselves, or the policies that they hold or name. */
async function loaded(
  file: string,
  documents: readonly PolicySource[],
  files: Files,
): Promise<LoadedPolicy[]> {
  const reader = await heldTextReader(documents);
  const sources: HeldSource[] = [];
  for (const document of documents) {
    const held = heldSources(document, reader);
    const named = await namedSources(file, document, files);
    const isFound = named.some((source) => source.document !== undefined);
    // A document that only names files is not the policy.
    sources.push(...(isFound && held[0] === document ? [] : held));
    if (isFound || held[0] !== document) sources.push(...named);
  }
  const own = sources.filter(({ held }) => held?.isElsewhere !== true);
  return sources.map((source) => {
    const protocol = source.held?.holder.protocol;
    const isDefault = own.length === 1 && own[0] === source;
    return { source, isDefault, ...(protocol && { protocol }) };
  });
}

/** Returns the policies in the files that the configuration of an agent names, and those that cannot be followed. */
async function namedSources(
  file: string,
  { document, ...source }: PolicySource,
  files: Files,
): Promise<HeldSource[]> {
  const sources: HeldSource[] = [];
  for (const named of policyFilesNamedIn(document)) {
    const place = { holder: named.holder, path: [], root: "" };
    const unread = whyUnread(file, named, files);
    if (unread !== undefined) {
      sources.push({ ...source, document: undefined, errors: [], held: { ...place, ...unread } });
      continue;
    }
    const other = resolve(dirname(file), named.name);
    for (const one of await documentsOf(other, files)) sources.push({ ...one, held: place });
  }
  return sources;
}

/** Returns the reason why a file that the configuration of an agent names is not read, if there is one. */
export function whyUnread(
  file: string,
  { name, isUrl }: Pick<NamedPolicyFile, "name" | "isUrl">,
  files: Files,
): Pick<HeldPolicy, "unread" | "isMissing"> | undefined {
  if (isUrl) return { unread: "at an address, which is not fetched" };
  const other = resolve(dirname(file), name);
  const shown = shortened(name);
  if (other === file) return { unread: `in ${shown}, which is this file`, isMissing: true };
  if (!files.exists(other)) return { unread: `in ${shown}, which does not exist`, isMissing: true };
  if (files.statIfAny(other)?.isDirectory() === true) {
    return { unread: `in ${shown}, which is a folder`, isMissing: true };
  }
  return isData(other) ? undefined : { unread: `in ${shown}, which is no JSON or YAML` };
}

/**
 * Loads the policy of a file; of a module it is the default export.
 *
 * @throws ExplainedError when there is none
 */
export async function loadPolicy(
  file: string,
  files: Files,
  environments?: readonly Environment[],
): Promise<LoadedPolicy> {
  return defaultPolicy(files.nameOf(file), await loadPolicies(file, files, environments));
}

/**
 * The policy of a file among all that it holds.
 *
 * @param name - of the file, as it is shown
 * @throws ExplainedError when a module exports policies under names only, or a file of data holds several
 */
export function defaultPolicy(name: string, policies: readonly LoadedPolicy[]): LoadedPolicy {
  const policy = policies.find(({ isDefault }) => isDefault);
  if (policy !== undefined) return policy;
  const [first] = policies;
  if (first !== undefined && first.built === undefined) throw holdsSeveral(name, policies);
  throw new ExplainedError(`${name}: The default export is not a policy.`, {
    help: "Write `export default policy(…)`.",
  });
}

function holdsSeveral(name: string, policies: readonly LoadedPolicy[]): ExplainedError {
  const several = `${name}: The file holds ${policies.length} policies.`;
  const named = policies.flatMap((policy) => holderNameOf(policy) ?? []);
  if (named.length > 0) {
    const paths = named.map((holder) => pathOfPolicy({ file: name, holder }));
    return new ExplainedError(several, { help: `Name one of them: ${listed(paths)}.` });
  }
  const places = policies.flatMap(({ source }) => {
    const start = source.locate("")?.start;
    return start === undefined ? [] : [`${start.line}:${start.column}`];
  });
  return new ExplainedError(several, {
    help: `Put the one that you mean into a file of its own, and name that. They start at ${enumerated(places)}.`,
  });
}

/**
 * Reads the text of a file of data.
 *
 * @throws ExplainedError when it cannot be read, is too large for a policy, or is not UTF-8
 */
export function readText(file: string, files: Files): string {
  const given = files.given(file);
  if (given !== undefined) {
    checkSize(files.nameOf(file), Buffer.byteLength(given));
    return given;
  }
  checkSize(files.nameOf(file), files.sizeOf(file, Infinity) ?? 0);
  const text = files.looseTextIfAny(file);
  // The file may have that character, too.
  const isSure = text?.includes("\ufffd") === false;
  return isSure ? text : decode(files.bytes(file), files.nameOf(file));
}

function checkSize(name: string, bytes: number): void {
  const problem = sizeProblem(bytes);
  if (problem === undefined) return;
  throw new ExplainedError(`${name}: ${problem.reason}`, { help: problem.help });
}

/**
 * The document of a policy file.
 *
 * @throws ExplainedError when the file does not hold one, with the place where it breaks off
 */
export function documentOf({ source }: LoadedPolicy): JsonValue {
  refuseUnread(source);
  const { document } = withoutErrors(source, { isPolicy: true });
  if (document !== undefined) return document;
  throw new ExplainedError(`${source.file}: The file is empty.`);
}

/** @throws ExplainedError for a policy that its file does not tell */
export function refuseUnread(source: HeldSource): void {
  if (source.held?.unread !== undefined) throw unreadError(source);
}

/** The error for a policy that its file does not tell. */
export function unreadError({ file, held }: HeldSource): ExplainedError {
  return new ExplainedError(`${file}: The policy of ${held?.holder.name} is ${held?.unread}.`, {
    help:
      held?.isMissing === true
        ? "Correct the name of the file."
        : "Name a file in which the policy is written out.",
  });
}

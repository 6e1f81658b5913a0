import {
  jsonPolicySource,
  type JsonValue,
  type PolicySource,
} from "@traffic-policy/policy-language";
import {
  embeddedSources,
  enumerated,
  getOrAdd,
  hasPolicyShape,
  missingPolicies,
} from "@traffic-policy/policy-language/internal";
import type { Environment } from "../configuration/environments.ts";
import { ExplainedError, decode, type Files } from "../files/files.ts";
import { withoutErrors } from "../files/json-source.ts";
import { sizeProblem, type LoadedPolicy } from "./loaded-policy.ts";

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
 * Loads the policies of a JSON, YAML, TypeScript or JavaScript file. Only code loads the TypeScript
 * loader, and only YAML its parser; mistakes in JSON and YAML are found by lint, through
 * `source.errors`.
 *
 * @param file - absolute path
 * @param environments - those that a policy which is a function is for; without any, it cannot be loaded
 * @throws ExplainedError when the file cannot be read or run, or exports no policy
 */
export async function loadPolicies(
  file: string,
  files: Files,
  environments?: readonly Environment[],
): Promise<LoadedPolicy[]> {
  if (isCode(file)) {
    const { loadCodePolicies } = await import("./code-policy.ts");
    return loadCodePolicies(file, files, environments);
  }
  if (isYaml(file)) {
    const { yamlPolicySources, YamlVersions } =
      await import("@traffic-policy/policy-language/yaml");
    const versions = files.yaml && getOrAdd(files.yaml, file, () => new YamlVersions());
    const name = files.nameOf(file);
    return loaded(withPolicies(yamlPolicySources(name, readText(file, files), versions)));
  }
  if (!isData(file)) {
    throw new ExplainedError(`${files.nameOf(file)}: This kind of file cannot hold a policy.`, {
      help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
    });
  }
  return loaded([jsonPolicySource(files.nameOf(file), readText(file, files))]);
}

/**
 * Returns the documents of a file that hold a policy, and those that cannot be read.
 *
 * @throws ExplainedError when there are several documents without a policy
 */
function withPolicies(documents: readonly PolicySource[]): readonly PolicySource[] {
  const [first, ...others] = documents;
  if (first === undefined || others.length === 0) return documents;
  const holding = documents.filter(
    ({ document }) => document === undefined || hasPolicyShape(document),
  );
  if (holding.length > 0) return holding;
  const lacking = documents.filter(({ document = null }) => missingPolicies(document).length > 0);
  if (lacking.length > 0) return lacking;
  throw new ExplainedError(
    `${first.file}: None of the ${documents.length} documents of this file holds a policy.`,
    { help: "Name the file that holds the policy." },
  );
}

/** Loads the policies of documents: the documents themselves, or policies embedded in manifests or configurations. */
function loaded(documents: readonly PolicySource[]): LoadedPolicy[] {
  const sources = documents.flatMap(embeddedSources);
  return sources.map(({ protocol, isOfCloudEndpoint, ...source }) => ({
    source,
    isDefault: sources.length === 1,
    ...(protocol && { protocol }),
    ...(isOfCloudEndpoint && { isOfCloudEndpoint }),
  }));
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
  const places = policies.flatMap(({ source }) => {
    const start = source.locate("")?.start;
    return start === undefined ? [] : [`${start.line}:${start.column}`];
  });
  return new ExplainedError(`${name}: The file holds ${policies.length} policies.`, {
    help: `Put the one that you mean into a file of its own, and name that. They start at ${enumerated(places)}.`,
  });
}

function readText(file: string, files: Files): string {
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
  const { document } = withoutErrors(source, { isPolicy: true });
  if (document !== undefined) return document;
  throw new ExplainedError(`${source.file}: The file is empty.`);
}

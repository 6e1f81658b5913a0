import {
  embeddedSource,
  getOrAdd,
  jsonPolicySource,
  type JsonValue,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { ExplainedError, decode, type Files } from "../files/files.ts";
import { withoutErrors } from "../files/json-source.ts";
import { sizeProblem, type LoadedPolicy, type LoadOptions } from "./loaded-policy.ts";

/** How the names of files end that can hold a policy. */
export const policyEndings = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"] as const;

/** Whether a file is code, which is run to get at its policies. */
export function isCode(file: string): boolean {
  return /\.m?[tj]s$/.test(file);
}

/**
 * Loads the policies of a JSON, YAML, TypeScript or JavaScript file. Only code loads the TypeScript
 * loader, and only YAML its parser; mistakes in JSON and YAML are found by lint, through
 * `source.errors`.
 *
 * @param file - absolute path
 * @throws ExplainedError when the file cannot be read or run, or exports no policy
 */
export async function loadPolicies(
  file: string,
  files: Files,
  options: LoadOptions = {},
): Promise<LoadedPolicy[]> {
  if (isCode(file)) {
    const { loadCodePolicies } = await import("./code-policy.ts");
    return loadCodePolicies(file, files, options);
  }
  if (/\.ya?ml$/.test(file)) {
    const { yamlPolicySource, YamlVersions } = await import("@traffic-policy/policy-language/yaml");
    const versions = files.yaml && getOrAdd(files.yaml, file, () => new YamlVersions());
    return [loaded(yamlPolicySource(files.nameOf(file), readText(file, files), versions))];
  }
  if (!file.endsWith(".json")) {
    throw new ExplainedError(`${files.nameOf(file)}: This kind of file cannot hold a policy.`, {
      help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
    });
  }
  return [loaded(jsonPolicySource(files.nameOf(file), readText(file, files)))];
}

/** The policy of a file of data: the file itself, or the policy in the manifest or configuration that it is. */
function loaded(file: PolicySource): LoadedPolicy {
  const { protocol, isOfCloudEndpoint, ...source } = embeddedSource(file);
  return {
    source,
    isDefault: true,
    ...(protocol && { protocol }),
    ...(isOfCloudEndpoint && { isOfCloudEndpoint }),
  };
}

/**
 * Loads the policy of a file; of a module it is the default export.
 *
 * @throws ExplainedError when there is none
 */
export async function loadPolicy(
  file: string,
  files: Files,
  options: LoadOptions = {},
): Promise<LoadedPolicy> {
  return defaultPolicy(files.nameOf(file), await loadPolicies(file, files, options));
}

/**
 * The policy of a file among all that it holds.
 *
 * @param name - of the file, as it is shown
 * @throws ExplainedError when a module exports policies under names only
 */
export function defaultPolicy(name: string, policies: readonly LoadedPolicy[]): LoadedPolicy {
  const policy = policies.find(({ isDefault }) => isDefault);
  if (policy !== undefined) return policy;
  throw new ExplainedError(`${name}: The default export is not a policy.`, {
    help: "Write `export default policy(…)`.",
  });
}

function readText(file: string, files: Files): string {
  const given = files.given(file);
  if (given !== undefined) {
    checkSize(files.nameOf(file), Buffer.byteLength(given));
    return given;
  }
  checkSize(files.nameOf(file), files.sizeOf(file) ?? 0);
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

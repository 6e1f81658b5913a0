import {
  compare,
  serialize,
  type JsonObject,
  type Protocol,
} from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import { withJavaScriptNumbers } from "./javascript-numbers.ts";
import { isCode } from "./load-policy.ts";
import { usualOrder } from "./usual-order.ts";

/**
 * What a policy file of this name holds when its policy is exactly this document.
 *
 * @param file - absolute path; its ending says which language
 * @throws CommandError when that language cannot hold the document
 */
export async function policyFileText(
  file: string,
  document: JsonObject,
  protocol: Protocol | undefined,
): Promise<string> {
  if (isCode(file)) return typescriptText(relativePath(file), document, protocol);
  if (/\.ya?ml$/.test(file)) return yamlText(relativePath(file), document);
  if (file.endsWith(".json")) return `${serialize(usualOrder(document), 2)}\n`;
  throw new CommandError(`${relativePath(file)}: This kind of file cannot hold a policy.`, {
    help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
  });
}

/**
 * The module that builds a document; it is JavaScript, too.
 *
 * @param name - what an error calls the place that the document is for, or from
 * @throws CommandError for a number that JavaScript does not have
 */
export async function typescriptText(
  name: string,
  document: JsonObject,
  protocol: Protocol | undefined,
): Promise<string> {
  const { toSource } = await import("@traffic-policy/policy-builder/to-source");
  try {
    return await toSource(withJavaScriptNumbers(document), { protocol });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(`${name}: TypeScript cannot hold this policy: ${error.message}`, {
      help: "Keep it as a .json file, which can.",
      cause: error,
    });
  }
}

async function yamlText(name: string, document: JsonObject): Promise<string> {
  const [{ toYaml }, { yamlPolicySource }] = await Promise.all([
    import("./to-yaml.ts"),
    import("@traffic-policy/policy-language/yaml"),
  ]);
  const text = toYaml(usualOrder(document));
  // What YAML cannot say exactly is no policy that anybody wants.
  const { document: read, errors } = yamlPolicySource(name, text);
  if (read !== undefined && errors.length === 0 && compare(read, document).state === "identical") {
    return text;
  }
  throw new CommandError(`${name}: YAML cannot hold this policy exactly.`, {
    help: "Keep it as a .json file, which can.",
  });
}

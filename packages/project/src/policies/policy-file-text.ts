import {
  compare,
  dialectOf,
  isJsonObject,
  serialize,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { eachOf, reordered, usualRuleOrder } from "@traffic-policy/policy-language/internal";
import { ExplainedError } from "../files/files.ts";
import { isCode } from "./load-policy.ts";

/**
 * Returns the text of a policy file whose policy is exactly this document.
 *
 * @param name - the displayed file name; its extension selects the language
 * @throws ExplainedError when that language cannot hold the document
 */
export async function policyFileText(
  name: string,
  document: JsonObject,
  protocol: Protocol | undefined,
): Promise<string> {
  if (isCode(name)) return typescriptText(name, document, protocol);
  if (/\.ya?ml$/.test(name)) return yamlText(name, document);
  if (name.endsWith(".json")) return `${serialize(await usualOrder(document), 2)}\n`;
  throw new ExplainedError(`${name}: This kind of file cannot hold a policy.`, {
    help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
  });
}

/**
 * The module that builds a document; it is JavaScript, too.
 *
 * @param name - what an error calls the place that the document is for, or from
 * @throws ExplainedError for a number that JavaScript does not have
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
    throw new ExplainedError(`${name}: TypeScript cannot represent this policy: ${error.message}`, {
      help: "Keep it as a .json file.",
      cause: error,
    });
  }
}

async function yamlText(name: string, document: JsonObject): Promise<string> {
  const { toYaml, yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
  const text = await toYaml(await usualOrder(document));
  // What YAML cannot say exactly is not a policy that anybody wants.
  const { document: read, errors } = yamlPolicySource(name, text);
  if (read !== undefined && errors.length === 0 && compare(read, document).state === "identical") {
    return text;
  }
  throw new ExplainedError(`${name}: YAML cannot represent this policy exactly.`, {
    help: "Keep it as a .json file.",
  });
}

/**
 * Replaces exact-digit numbers by JavaScript numbers where JavaScript can write the same value: `1e21`, but not
 * `12345678901234567890`.
 */
function withJavaScriptNumbers(document: JsonObject): JsonObject {
  const result = Object.create(null) as Record<string, JsonValue>;
  for (const [key, value] of Object.entries(document)) result[key] = converted(value);
  return result;
}

function converted(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(converted);
  if (isJsonObject(value)) return withJavaScriptNumbers(value);
  const number = Number(String(value));
  return Number.isFinite(number) && compare(number, value).state === "identical" ? number : value;
}

/**
 * Sorts the keys of a policy document in the usual order for people, because a service may store them sorted. Keys
 * without a usual order stay in place.
 */
export async function usualOrder(document: JsonObject): Promise<JsonObject> {
  const { sections } = await dialectOf(document);
  return reordered(document, [...sections.keys()], (rules) => eachOf(rules, usualRuleOrder));
}

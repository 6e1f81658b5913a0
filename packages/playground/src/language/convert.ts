import { formatted } from "@traffic-policy/language-server";
import {
  isJsonObject,
  jsonPolicySource,
  serialize,
  type JsonObject,
} from "@traffic-policy/policy-language";
import { holderPlaces } from "@traffic-policy/policy-language/internal";
import type { ConvertQuestion } from "./convert-question.ts";

/** Writes a policy in another language; undefined when the text holds none, or the language cannot express it. */
export async function convert(question: ConvertQuestion): Promise<string | undefined> {
  const document = await read(question);
  if (document === undefined) return undefined;
  // Code is for one policy, and a manifest is about more.
  if (question.to === "typescript" && holderPlaces(document).length > 0) return undefined;
  try {
    return await write(document, question);
  } catch {
    // A number that is no number of JavaScript, say.
    return undefined;
  }
}

async function read({ text, from }: ConvertQuestion): Promise<JsonObject | undefined> {
  const source =
    from === "json"
      ? jsonPolicySource("", text)
      : (await import("@traffic-policy/policy-language/yaml")).yamlPolicySource("", text);
  const { document, errors } = source;
  return errors.length === 0 && isJsonObject(document) ? document : undefined;
}

async function write(document: JsonObject, { to, protocol }: ConvertQuestion): Promise<string> {
  switch (to) {
    case "json": {
      const text = serialize(document, 2);
      return (await formatted("policy.json", text)) ?? text;
    }
    case "yaml":
      return (await import("@traffic-policy/policy-language/yaml")).toYaml(document);
    case "typescript":
      return (await import("@traffic-policy/policy-builder/to-source")).toSource(document, {
        protocol,
      });
  }
}

import { jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";

/** Reads JSON or YAML, with the positions of its values; JSON does not load the YAML parser. */
export async function dataSource(
  name: string,
  text: string,
  language: "json" | "yaml",
): Promise<PolicySource> {
  if (language === "json") return jsonPolicySource(name, text);
  const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
  return yamlPolicySource(name, text);
}

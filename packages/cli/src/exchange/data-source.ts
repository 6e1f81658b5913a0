import { jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";

/** Reads JSON or YAML, with the places of its values; nothing of YAML is loaded for JSON. */
export async function dataSource(
  name: string,
  text: string,
  language: "json" | "yaml",
): Promise<PolicySource> {
  if (language === "json") return jsonPolicySource(name, text);
  const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
  return yamlPolicySource(name, text);
}

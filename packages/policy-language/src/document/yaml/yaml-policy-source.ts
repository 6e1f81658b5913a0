import { textPolicySource, type PolicySource } from "../policy-source.ts";
import { parseYaml } from "./parse-yaml.ts";

/** Reads a policy document from the text of a YAML file. Never throws; see `errors`. */
export function yamlPolicySource(file: string, text: string): PolicySource {
  return textPolicySource(file, text, parseYaml(text));
}

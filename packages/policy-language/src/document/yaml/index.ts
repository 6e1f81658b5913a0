// Documents in YAML: an entry point of its own, so that nothing of it is loaded for JSON.
export { parseYaml } from "./parse-yaml.ts";
export { yamlPolicySource } from "./yaml-policy-source.ts";

// Documents in YAML: an entry point of its own, so that nothing of it is loaded for JSON.
export { applyToYaml } from "../edit/yaml/apply-to-yaml.ts";
export { parseYaml, yamlPolicySource } from "./parse-yaml.ts";

// What reads and writes YAML. It is loaded with the first document in it: nothing else may import it at once.
export { applyToYaml, yamlSections, YamlVersions } from "@traffic-policy/policy-language/yaml";
export { yamlAnchors } from "./yaml-anchors.ts";
export { plainOrQuoted, yamlText } from "./yaml-text.ts";
export { yamlTree } from "./yaml-tree.ts";

// What reads and writes YAML. It is loaded with the first document in it: nothing else may import it at once.
import {
  applyToYaml,
  yamlPolicySource,
  yamlSections,
  yamlTree,
} from "@traffic-policy/policy-language/yaml";
import { isSyntaxError } from "./syntax-error.ts";
import type { YamlReader } from "./yaml-reader.ts";
import { yamlAnchors } from "./yaml-anchors.ts";
import { plainOrQuoted, yamlText } from "./yaml-text.ts";

export const yaml: YamlReader = {
  tree: yamlTree,
  isBroken: (text) => yamlPolicySource("", text).errors.some(isSyntaxError),
  sections: yamlSections,
  anchors: yamlAnchors,
  text: yamlText,
  plainOrQuoted,
  apply: applyToYaml,
};

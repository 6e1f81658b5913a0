// Documents in YAML: an entry point of its own, so that nothing of it is loaded for JSON.
import type { JsonObject } from "../../json-value.ts";

export { applyToYaml } from "../edit/yaml/apply-to-yaml.ts";
export { parseYaml, yamlTree } from "./parse-yaml.ts";
export { yamlSections } from "./yaml-sections.ts";
export { YamlVersions } from "./yaml-versions.ts";
export { yamlPolicySource, yamlPolicySources } from "./yaml-policy-source.ts";

/**
 * A policy document as YAML 1.2; an expression stays one line, however long it is.
 *
 * @param options.isForTerminal - whether each text must be one line, so that none of it begins a line
 */
export async function toYaml(
  document: JsonObject,
  options: { readonly isForTerminal?: boolean } = {},
): Promise<string> {
  // Whoever reads needs nothing of it.
  const { toYaml: write } = await import("./to-yaml.ts");
  return write(document, options);
}

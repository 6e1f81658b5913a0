import { applyToJson } from "@traffic-policy/policy-language";
import { isYaml } from "../policies/load-policy.ts";

/** Returns the function that applies fixes to the text of a JSON or YAML file; only YAML loads its parser. */
export async function applierOf(file: string): Promise<typeof applyToJson> {
  return isYaml(file)
    ? (await import("@traffic-policy/policy-language/yaml")).applyToYaml
    : applyToJson;
}

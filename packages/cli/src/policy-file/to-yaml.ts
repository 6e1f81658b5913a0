import type { JsonObject } from "@traffic-policy/policy-language";
import { stringify, type ScalarTag } from "yaml";

/** A number that a double cannot hold, by its digits. */
const digits: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "object" && value !== null && "isLosslessNumber" in value,
  resolve: Number,
  stringify: ({ value }) => String(value),
};

/** A policy document as YAML 1.2; an expression stays one line, however long it is. */
export function toYaml(document: JsonObject): string {
  return stringify(document, {
    aliasDuplicateObjects: false,
    customTags: (tags) => [digits, ...tags],
    lineWidth: 0,
  });
}

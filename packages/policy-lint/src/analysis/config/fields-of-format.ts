import type { ConfigFormat } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";

/** The config fields of an action whose texts have a format, by the names that the catalogue uses. */
export function fieldsOfFormat(action: ActionNode, format: ConfigFormat): string[] {
  const formats = action.definition?.formats ?? {};
  return Object.keys(formats).filter((field) => formats[field] === format);
}

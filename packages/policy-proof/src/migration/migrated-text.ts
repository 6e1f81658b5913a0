import {
  applyToJson,
  compare,
  jsonPolicySource,
  type JsonObject,
} from "@traffic-policy/policy-language";
import type { Migration } from "./migrate-policy.ts";

/**
 * The text of a policy after its migration: as it was, with its comments, wherever nothing has changed. Nothing when
 * the changes cannot be made in the text.
 */
export async function migratedText(
  text: string,
  language: "json" | "yaml",
  { document, edits }: Migration,
): Promise<string | undefined> {
  const yaml =
    language === "yaml" ? await import("@traffic-policy/policy-language/yaml") : undefined;
  const apply = yaml?.applyToYaml ?? applyToJson;
  let changed = text;
  for (const some of edits) {
    if (some.length > 0) changed = apply(changed, [{ edits: some }]).text;
  }
  const wanted: JsonObject = document ?? {};
  const read = (yaml?.yamlPolicySource ?? jsonPolicySource)("", changed);
  const isWanted =
    read.document !== undefined && compare(wanted, read.document).state === "identical";
  return isWanted ? changed : undefined;
}

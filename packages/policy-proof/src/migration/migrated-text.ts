import {
  applyToJson,
  compare,
  jsonPolicySource,
  type Edit,
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
  const wanted: JsonObject = document ?? {};
  const isWanted = (changed: string): boolean => {
    const read = (yaml?.yamlPolicySource ?? jsonPolicySource)("", changed).document;
    return read !== undefined && compare(wanted, read).state === "identical";
  };
  // All at once, because the text is parsed for each list.
  const atOnce = apply(text, [{ edits: together(edits) }]);
  if (atOnce.skipped.length === 0 && isWanted(atOnce.text)) return atOnce.text;
  let changed = text;
  for (const some of edits) {
    if (some.length > 0) changed = apply(changed, [{ edits: some }]).text;
  }
  return isWanted(changed) ? changed : undefined;
}

function together(edits: Migration["edits"]): readonly Edit[] {
  const all = edits.flat();
  const whole = new Set(
    all.flatMap((edit) => ("remove" in edit || "value" in edit ? [edit.path] : [])),
  );
  return all.filter(({ path }) => {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (whole.has(path.slice(0, end))) return false;
    }
    return true;
  });
}

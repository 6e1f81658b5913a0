import { parseYaml } from "../../yaml/parse-yaml.ts";
import { applyFixes, type EditableText, type FixedText, type WithEdits } from "../apply-fixes.ts";
import { YamlChanges } from "./yaml-changes.ts";

/**
 * Applies fixes to a YAML text, as `applyToJson` does to a JSON text: comments, quotes, folds and
 * all else that is not changed stay as they are, to the byte. What aliases stand for is not
 * changed, nor is anything where a comment might be lost that does not surely belong to it.
 * Never throws.
 */
export function applyToYaml<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
): FixedText<Fix> {
  return applyFixes(text, fixes, openYaml);
}

function openYaml(text: string): EditableText {
  const parsed = parseYaml(text);
  let changes: YamlChanges | undefined;
  return {
    parsed,
    changes(edits) {
      changes ??= new YamlChanges(text);
      return changes.of(parsed.value ?? null, edits);
    },
  };
}

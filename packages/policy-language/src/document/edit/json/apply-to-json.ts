import { parseJson } from "../../json/parse-json.ts";
import { applyFixes, type EditableText, type FixedText, type WithEdits } from "../apply-fixes.ts";
import { JsonChanges } from "./json-changes.ts";

/**
 * Applies fixes to a JSON text, in the order of their importance. Only what they change is written
 * anew, in the style of what stands around it; everything else stays as it is, to the byte. A fix
 * is applied whole or not at all, and never when the text would not hold exactly the document that
 * `applyToDocument` gives. Never throws.
 */
export function applyToJson<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
): FixedText<Fix> {
  return applyFixes(text, fixes, openJson);
}

function openJson(text: string): EditableText {
  const parsed = parseJson(text);
  let changes: JsonChanges | undefined;
  return {
    parsed,
    changes(edits) {
      changes ??= new JsonChanges(text, parsed.positions);
      return changes.of(parsed.value ?? null, edits);
    },
  };
}

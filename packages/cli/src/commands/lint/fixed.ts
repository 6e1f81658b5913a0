import type { LintReport } from "@traffic-policy/policy-lint";
import { givenText } from "../../file-text.ts";

/** What fixing prints in the place of the report, if it does. */
export function fixedOutput(
  { fixes }: LintReport,
  { isDry, given }: { readonly isDry: boolean; readonly given: string | undefined },
): string | undefined {
  if (fixes === undefined) return undefined;
  if (isDry) return fixes.files.map(({ diff = "" }) => diff).join("");
  // Whoever waits for the text wants it also when there is nothing to fix.
  return given === undefined ? undefined : givenText(given);
}

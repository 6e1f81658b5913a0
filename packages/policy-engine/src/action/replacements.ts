import { compileRegularExpression, replaceMatches } from "@traffic-policy/policy-language/internal";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Template } from "../expression/template.ts";
import { ActionFailure, type Run } from "../run/run.ts";
import type { ConfigReader } from "./effect.ts";

interface Replacement {
  readonly from: Template;
  readonly to: Template | undefined;
  readonly field: Template | undefined;
}

export interface ReplacedText {
  get(field: string | undefined): string | undefined;
  set(field: string | undefined, text: string): void;
}

/**
 * Reads the replacements of an action, in a body or in a message. They run in order, each on the result of the
 * previous replacement. The result lists those that matched, which the action leaves behind.
 *
 * Interpolations are filled in first, also in the pattern. Then all matches are replaced, as Go's `ReplaceAllString`
 * does it.
 */
export function readReplacements(
  config: ConfigReader,
): (run: Run, text: ReplacedText) => PlainValue[] {
  const replacements = (config.records("replacements") ?? []).map(
    (fields, index): Replacement | undefined => {
      const from = fields.get("from");
      if (from === undefined) config.problem(["replacements", index], '"from" is missing.');
      else if (from.isPlain) checkPattern(from.plainText, index, config);
      return from && { from, to: fields.get("to"), field: fields.get("field") };
    },
  );
  if (replacements.length === 0 && config.problems.length === 0) config.missing("replacements");
  return (run, text) =>
    replacements.flatMap((one, index): PlainValue[] => {
      if (one === undefined) return [];
      const field = one.field?.toText(run);
      const from = one.from.toText(run);
      run.checkKnown([field, from, text.get(field)]);
      const pattern = compiled(from);
      const to = one.to?.toText(run, run.options.bracedGroups === "group") ?? "";
      const before = text.get(field);
      if (before === undefined) return [];
      const replaced = replaceMatches(pattern, before, to, () => undefined);
      const [first] = replaced.matches;
      if (first === undefined) return [];
      if (replaced.text !== before) text.set(field, replaced.text);
      return [{ replacement_index: index, matched_content: first }];
    });
}

function checkPattern(text: string, index: number, config: ConfigReader): void {
  const pattern = compileRegularExpression(text);
  if (pattern.ok) return;
  config.problem(["replacements", index, "from"], `"from" is not RE2: ${pattern.reason}.`);
}

/** @throws ActionFailure when the text is not a regular expression */
function compiled(text: string) {
  const pattern = compileRegularExpression(text);
  if (pattern.ok) return pattern;
  throw new ActionFailure(`"${text}" is not a regular expression (RE2): ${pattern.reason}.`);
}

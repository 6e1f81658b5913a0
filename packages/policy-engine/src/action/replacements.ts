import { compileRegularExpression, replaceMatches } from "@traffic-policy/policy-language";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Template } from "../expression/template.ts";
import { ActionFailure, type Run } from "../run/run.ts";
import type { ConfigReader } from "./effect.ts";

/** One replacement of an action: a pattern, with what it is replaced by and where. */
interface Replacement {
  readonly from: Template;
  readonly to: Template | undefined;
  readonly field: Template | undefined;
}

/** Reads and sets the texts that replacements are made in. */
export interface ReplacedText {
  /** The text of a field; nothing when there is none. */
  get(field: string | undefined): string | undefined;
  set(field: string | undefined, text: string): void;
}

/**
 * Reads the replacements of an action that makes them in a body or in a message. They are made in their order, each in the
 * result of the one before, and what is given is what the action leaves behind: those that matched.
 *
 * Interpolations come first, also in the pattern; then all matches are replaced, as Go's `ReplaceAllString` does it.
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

/** @throws ActionFailure when it is not a regular expression */
function compiled(text: string) {
  const pattern = compileRegularExpression(text);
  if (pattern.ok) return pattern;
  throw new ActionFailure(`"${text}" is not a regular expression (RE2): ${pattern.reason}.`);
}

import { didYouMean } from "@traffic-policy/policy-language";
import picomatch from "picomatch";
import { CommandError } from "../context.ts";
import { listed } from "../report/text.ts";

/**
 * The names that patterns select: names, or globs of them; nothing when there are no patterns.
 *
 * @param owner - who knows the names, as the beginning of a sentence
 * @throws CommandError when a pattern selects nothing
 */
export function selectNames(
  known: readonly string[],
  patterns: readonly string[],
  owner = "The configuration",
): ReadonlySet<string> | undefined {
  if (patterns.length === 0) return undefined;
  const all = new Set(known);
  const selected = new Set<string>();
  for (const pattern of patterns) {
    // A name is a name first, whatever a glob would make of its letters.
    const found = all.has(pattern) ? [pattern] : known.filter(nameMatcher(pattern));
    if (found.length === 0) throw nothingSelected(pattern, known, owner);
    for (const name of found) selected.add(name);
  }
  return selected;
}

/** Names are no paths, so `*` stands for any letters; nor can a glob exclude, where others include. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const matches = picomatch(pattern, { bash: true, dot: true, nonegate: true });
  return (name) => matches(name);
}

function nothingSelected(pattern: string, known: readonly string[], owner: string): CommandError {
  if (/[*?[{(]/.test(pattern)) {
    return new CommandError(`${owner} has no target that matches "${pattern}".`, {
      help: `It has: ${listed(known)}.`,
    });
  }
  return new CommandError(`${owner} has no target "${pattern}".`, {
    help: didYouMean(pattern, known) ?? `It has: ${listed(known)}.`,
  });
}

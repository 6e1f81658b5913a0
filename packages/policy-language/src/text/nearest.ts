import { closestMatch } from "leven";

/**
 * The known name that is most like a misspelt one, if one is near enough to be meant: two letters
 * changed places, a few letters differ, or it is the beginning of a longer name.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const candidates = [...known];
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const longer = candidates.filter((candidate) => name.length >= 3 && candidate.startsWith(name));
  return (
    candidates.find((candidate) => lettersSwapped(name, candidate)) ??
    closestMatch(name, candidates, { maxDistance }) ??
    closestMatch(name, longer)
  );
}

/**
 * The known name that a misspelt one certainly means: only capitals or what joins the words differ, two letters changed
 * places, or one letter is wrong, two in a longer name.
 *
 * @param maxDistance - how many letters may be wrong
 */
export function nearMiss(
  name: string,
  known: Iterable<string>,
  maxDistance = name.length < 6 ? 1 : 2,
): string | undefined {
  const candidates = [...known];
  return (
    candidates.find((candidate) => sameLetters(name, candidate)) ??
    candidates.find((candidate) => lettersSwapped(name, candidate)) ??
    (name.length < 3 ? undefined : closestMatch(name, candidates, { maxDistance }))
  );
}

/** Checks whether two names differ only in capitals and in what joins their words: `statusCode`. */
export function sameLetters(one: string, other: string): boolean {
  return letters(one) === letters(other);
}

function letters(name: string): string {
  return name.replace(/[\s_-]/g, "").toLowerCase();
}

/** True when two adjacent letters are swapped, which the usual edit distance counts as two edits. */
function lettersSwapped(name: string, candidate: string): boolean {
  if (name.length !== candidate.length) return false;
  const at = [...name].findIndex((letter, index) => letter !== candidate[index]);
  return (
    at !== -1 &&
    name[at] === candidate[at + 1] &&
    name[at + 1] === candidate[at] &&
    name.slice(at + 2) === candidate.slice(at + 2)
  );
}

/** The help for a name that is not known; undefined when none of those that are known is like it. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  return suggestion(nearest(name, known));
}

/** The same for a name that was searched for in another way. */
export function suggestion(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}

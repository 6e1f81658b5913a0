import { closestMatch } from "leven";
import { BoundedMap, getOrAdd } from "../bounded-map.ts";

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
  const own = letters(name);
  const near: string[] = [];
  for (const candidate of known) {
    if (getOrAdd(knownLetters, candidate, letters) === own) return candidate;
    if (Math.abs(candidate.length - name.length) <= maxDistance) near.push(candidate);
  }
  return (
    near.find((candidate) => lettersSwapped(name, candidate)) ??
    (name.length < 3 ? undefined : closest(name, near, maxDistance))
  );
}

const knownLetters = new BoundedMap<string, string>();

function closest(name: string, near: readonly string[], maxDistance: number): string | undefined {
  const found = near.find((candidate) => isOneEdit(name, candidate));
  return found === undefined && maxDistance > 1 ? closestMatch(name, near, { maxDistance }) : found;
}

/** True when one letter is wrong, missing or too many. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const difference = one.length - other.length;
  const rest = one.slice(difference < 0 ? start : start + 1);
  return Math.abs(difference) < 2 && rest === other.slice(difference > 0 ? start : start + 1);
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

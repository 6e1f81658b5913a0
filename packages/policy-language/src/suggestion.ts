import { closestMatch } from "leven";

/**
 * The known name that is most like a misspelt one, if one is near enough to be meant: a few
 * letters differ, or it is the beginning of a longer name.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const candidates = [...known];
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const longer = candidates.filter((candidate) => name.length >= 3 && candidate.startsWith(name));
  return closestMatch(name, candidates, { maxDistance }) ?? closestMatch(name, longer);
}

import { isPlaceholder } from "./placeholder.ts";

/** Whether a text looks random, as keys and tokens do. */
export function looksRandom(text: string): boolean {
  if (text.length < 16 || text.length > 1000 || !/^[\w+/=.~:!#%^&*-]+$/.test(text)) return false;
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || isPlaceholder(text)) return false;
  return bitsPerCharacter(text) >= 3;
}

/** The Shannon entropy of the characters of a text. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}

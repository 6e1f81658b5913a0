/** The words of a text or of a name in any case, in lower case; a few of them at most. */
export function wordsOf(text: string, most = 3): readonly string[] {
  const words = text.replace(/([a-z\d])([A-Z])/g, "$1 $2").match(/[A-Za-z]+|\d+/g) ?? [];
  return words.slice(0, most).map((word) => word.toLowerCase());
}

/** A name in camel case; words that would make it too long are left out. */
export function joinWords(words: readonly string[]): string {
  let name = "";
  for (const word of words) {
    const longer = name + (name === "" ? word : word.charAt(0).toUpperCase() + word.slice(1));
    if (longer.length > longest) break;
    // Two numbers beside each other would become another one.
    name = /\d$/.test(name) && /^\d/.test(word) ? `${name}_${word}` : longer;
  }
  return name;
}

const longest = 40;

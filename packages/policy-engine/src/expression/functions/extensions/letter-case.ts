// One character becomes one character, as in Go: JavaScript makes `SS` of `ß`, and has a sigma of its own at
// the end of a word.

export function lowerCase(text: string): string {
  return eachCharacter(text, (character) => character.toLowerCase(), simpleLower);
}

export function upperCase(text: string): string {
  return eachCharacter(text, (character) => character.toUpperCase(), simpleUpper);
}

function eachCharacter(
  text: string,
  change: (character: string) => string,
  simple: (character: string) => string,
): string {
  let result = "";
  for (const character of text) {
    const changed = change(character);
    const isOne = changed.length === String.fromCodePoint(changed.codePointAt(0) ?? 0).length;
    result += isOne ? changed : simple(character);
  }
  return result;
}

/** Only the capital `i` with a dot becomes two letters in lower case. */
function simpleLower(): string {
  return "i";
}

/**
 * Most letters that become two or three in upper case have no single upper-case letter. Greek letters with an iota
 * below have a form with the iota beside it.
 *
 * Source: `UnicodeData.txt` and `SpecialCasing.txt` of the Unicode Character Database.
 */
function simpleUpper(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCodePoint(code | 8);
  const isWithIota = code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3;
  return isWithIota ? String.fromCodePoint(code + 9) : character;
}

const characters: Readonly<Record<string, string>> = {
  "\\": "\\(rs",
  // Others would be shown as typographic ones, which no shell understands.
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
};

/** A text of one line as it is written in a man page; a shell understands what is copied from there. */
export function roff(text: string): string {
  const escaped = text
    .replaceAll(/[\\\-'`^~]/g, (character) => characters[character] ?? character)
    .replaceAll(/[^\n -~]/gu, (character) => `\\[u${hexadecimal(character)}]`);
  // A dot at the beginning would make a request of it.
  return escaped.startsWith(".") ? `\\&${escaped}` : escaped;
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

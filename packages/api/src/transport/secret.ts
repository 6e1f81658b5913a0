/** Hides the API key in texts that somebody may read. */
export class Secret {
  readonly #value: string;
  /** The key in whatever way it is written. */
  readonly #pattern: RegExp;

  /** @param value - visible characters of ASCII */
  constructor(value: string) {
    this.#value = value;
    this.#pattern = new RegExp([...value].map(written).join(""), "giu");
  }

  /**
   * The text, with a note in place of the key: as it is, escaped in JSON, in a URL or in HTML, and
   * in the small letters of a host name.
   */
  hide(text: string): string {
    return text.replaceAll(this.#pattern, "[API key]");
  }

  /** Whether a text is the key. */
  is(text: string): boolean {
    return text === this.#value;
  }

  /** Whether the key stands in a text, in any of these ways. */
  isIn(text: string): boolean {
    return text.search(this.#pattern) !== -1;
  }
}

// The names in HTML of what keys hold; any character may also be written as a number.
const names: Readonly<Record<string, string>> = {
  '"': "quot",
  "&": "amp",
  "'": "apos",
  "+": "plus",
  "/": "sol",
  "<": "lt",
  "=": "equals",
  ">": "gt",
};

/**
 * A regular expression for the ways to write a character. What is escaped may be escaped again, as in
 * JSON that is quoted in JSON; bounded, so that no text takes long.
 */
function written(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const inHtml = [`#0{0,6}${code}`, `#x0{0,6}${hex}`, names[character] ?? []].flat();
  const ways = [
    String.raw`\\{1,8}(?:u00|x)${hex}`,
    `%(?:25){0,4}${hex}`,
    `&(?:amp;){0,4}(?:${inHtml.join("|")});`,
    // Last, as it is the beginning of others.
    String.raw`\\{0,8}\x${hex}`,
  ];
  return `(?:${ways.join("|")})`;
}

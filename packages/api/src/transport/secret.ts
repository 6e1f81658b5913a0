/** Hides the API key in texts that somebody may read. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The text, with a note in place of the key. */
  hide(text: string): string {
    return text.replaceAll(this.#value, "[API key]");
  }

  /** Whether a text is the key. */
  is(text: string): boolean {
    return text === this.#value;
  }

  /** Whether the key stands in a URI, as it is or percent-encoded. */
  isIn(uri: string): boolean {
    return uri.includes(this.#value) || uri.includes(encodeURIComponent(this.#value));
  }
}

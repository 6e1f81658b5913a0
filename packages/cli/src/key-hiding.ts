import { Secret, withMarks, type Beginning } from "@traffic-policy/api/secret";

/** Hides keys in a text that is written piece by piece, so that none shows that is split between two. */
export class KeyHiding {
  /** Whether a key was hidden. */
  hasHidden = false;
  readonly #keys = new Map<string, Secret>();
  /** The first characters of what may become a key, which are written already: too few to wait for the rest. */
  #written = "";
  /** The characters after these, which are not written yet. */
  #kept = "";

  /** Whether there is a key to hide. */
  get isNeeded(): boolean {
    return this.#keys.size > 0;
  }

  /** From now on, a key is hidden. */
  add(key: string): void {
    if (!this.#keys.has(key)) this.#keys.set(key, new Secret(key));
  }

  /**
   * @param text - the next piece; each character is a byte of its UTF-8
   * @returns what is to be written of it, and of what was kept
   */
  next(text: string): string {
    if (!this.isNeeded || text === "") return text;
    const all = this.#written + this.#kept + text;
    const [{ start, characters }] = [...this.#keys.values()]
      .map((key) => key.beginning(all))
      .toSorted((one, other) => one.start - other.start) as [Beginning];
    const written = this.#written.length;
    const end = characters < fewCharacters ? all.length : Math.max(start, written);
    const shown = this.#hidden(all.slice(0, end), written);
    this.#written = all.slice(start, Math.max(end, start));
    this.#kept = all.slice(end);
    return shown;
  }

  /** What was kept, at the end of the text. */
  rest(): string {
    const rest = this.#hidden(this.#written + this.#kept, this.#written.length);
    this.#written = "";
    this.#kept = "";
    return rest;
  }

  #hidden(text: string, from: number): string {
    const places = [...this.#keys.values()].flatMap((key) => key.places(text));
    if (places.length === 0) return text.slice(from);
    this.hasHidden = true;
    return withMarks(text, places, from);
  }
}

/** How many characters of a key are written before the rest is there: it is most often another word. */
const fewCharacters = 3;

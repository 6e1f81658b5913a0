/**
 * Texts that a regular expression (RE2) probably matches, one for each of its alternatives; what it has
 * of lookups and the like is left out. Whoever uses one has to try it.
 */
export function matchingTexts(pattern: string): string[] {
  const reader = new PatternReader(pattern);
  return [...new Set(reader.alternatives())];
}

const mostSamples = 6;

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Reads up to the end of a group. */
  alternatives(): string[] {
    const all: string[] = [];
    do all.push(...this.#sequence());
    while (this.#take("|"));
    return all.slice(0, mostSamples);
  }

  #sequence(): string[] {
    let samples = [""];
    while (this.#at < this.#pattern.length && !"|)".includes(this.#next)) {
      const part = this.#repeated(this.#part());
      samples = samples.flatMap((before) => part.map((one) => before + one)).slice(0, mostSamples);
    }
    return samples;
  }

  get #next(): string {
    return this.#pattern.charAt(this.#at);
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #part(): string[] {
    if (this.#take("(")) {
      this.#skip(/^\?(?:[imsU-]*:|P?<\w+>)/);
      // Flags for what follows.
      if (this.#skip(/^\?[imsU-]+(?=\))/) !== "") {
        this.#take(")");
        return [""];
      }
      const inner = this.alternatives();
      this.#take(")");
      return inner;
    }
    if (this.#next === "[") return [this.#characterClass()];
    if (this.#take("\\")) return [this.#escape()];
    if (this.#take("^") || this.#take("$")) return [""];
    if (this.#take(".")) return ["a"];
    const character = this.#next;
    this.#at += 1;
    return [character];
  }

  #escape(): string {
    const character = this.#next;
    this.#at += 1;
    return escapes[character] ?? character;
  }

  #characterClass(): string {
    const text = this.#skip(/^\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/);
    if (text === "") {
      this.#at += 1;
      return "";
    }
    const form = text.startsWith("[^") ? text : `[${text.slice(1, -1)}]`;
    const posix = /\[:(\w+):\]/.exec(form)?.[1];
    if (posix !== undefined) return posix === "digit" ? "1" : "a";
    let matcher: RegExp;
    try {
      matcher = new RegExp(`^${form}$`);
    } catch {
      return "a";
    }
    for (const character of likely) if (matcher.test(character)) return character;
    return "";
  }

  #repeated(part: readonly string[]): readonly string[] {
    const quantifier = this.#skip(/^(?:[*+?]|\{\d+(?:,\d*)?\})/);
    if (quantifier === "") return part;
    this.#take("?");
    if (quantifier === "*" || quantifier === "?") return [""];
    const times = quantifier === "+" ? 1 : Number(/\d+/.exec(quantifier)?.[0]);
    return part.map((one) => one.repeat(Math.min(times, 1000)));
  }

  #skip(form: RegExp): string {
    const [text = ""] = form.exec(this.#pattern.slice(this.#at)) ?? [];
    this.#at += text.length;
    return text;
  }
}

const likely = [..."a1A-_./b2B :@~!x"];

const escapes: Readonly<Record<string, string>> = {
  d: "1",
  D: "a",
  w: "a",
  W: "-",
  s: " ",
  S: "a",
  b: "",
  B: "",
  A: "",
  z: "",
  t: "\t",
  n: "\n",
};

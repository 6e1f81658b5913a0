import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { Alphabet, lastCharacter } from "./alphabet.ts";
import { dead, type Automaton } from "./automaton.ts";
import type { TextTest, UrlForm, UrlPart, UrlPartTest } from "./text-test.ts";

export interface UrlParts extends Readonly<Partial<Record<UrlPart, string>>> {
  readonly uri: string;
  readonly path: string;
}

const forms: Readonly<Record<UrlForm, RegExp>> = {
  url: /^(?<scheme>https?):\/\/(?:[^/?#]*@)?(?<host>\[[0-9A-Fa-f:.]+\]|[^:[\]@/?#]+)(?::(?<port>0|[1-9]\d{0,4}))?(?<uri>(?<path>(?:\/[^?#]*)?)(?:\?(?<query>[^#]*))?)$/s,
  raw: /^(?<scheme>[Hh][Tt][Tt][Pp][Ss]?):\/\/[^/?#]+(?<uri>(?<path>(?:\/[^?#]*)?)(?:\?(?<query>[^#]*))?)(?:#.*)?$/s,
  uri: /^(?<uri>(?<path>(?:\/[^?#]*)?)(?:\?(?<query>[^#]*))?)$/s,
};

export function urlParts(text: string, form: UrlForm): UrlParts | undefined {
  return forms[form].exec(text)?.groups as UrlParts | undefined;
}

export function holdsForUrl(
  text: string,
  { form, part, test, holds, orAbsent }: UrlPartTest,
  holdsFor: (text: string, test: TextTest) => boolean,
): boolean {
  const parts = urlParts(text, form);
  if (parts === undefined) return false;
  const { [part]: value } = parts;
  const isAbsent = value === undefined || (part === "query" && value === "");
  if (isAbsent && orAbsent) return true;
  return value !== undefined && holdsFor(value, test) === holds;
}

type Place =
  | "scheme"
  | "colon"
  | "slash"
  | "authority"
  | "host"
  | "bracket"
  | "after bracket"
  | "port"
  | "port zero"
  | "port digits"
  /** Text that cannot be a host and port, so it is a user and an `@` follows. */
  | "user"
  /** Everything before the path of a URL as sent. */
  | "raw authority"
  | "start"
  | "path"
  | "question mark"
  | "query"
  | "fragment";

/** The position in a URL where a text ends, with the count of scheme characters or port digits read. */
interface Position {
  readonly place: Place;
  readonly count: number;
}

class Structure {
  readonly positions: Position[] = [];
  readonly #form: UrlForm;
  readonly #numbers = new Map<string, number>();
  readonly #next: (number | undefined)[][] = [];

  constructor(form: UrlForm) {
    this.#form = form;
    this.#add({ place: form === "uri" ? "start" : "scheme", count: 0 });
  }

  /** @param character - the index of a special character, or -1 for any other */
  step(from: number, character: number): number {
    const next = this.#next[from];
    const position = this.positions[from];
    if (next === undefined || position === undefined) return dead;
    return (next[character + 1] ??= this.#stepFrom(position, character));
  }

  #stepFrom(from: Position, character: number): number {
    const to = afterIn(this.#form, from, special[character] ?? "!");
    return to === undefined ? dead : this.#add(to);
  }

  #add(position: Position): number {
    const key = `${position.place} ${position.count}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.positions.push(position) - 1;
    this.#next.push([]);
    this.#numbers.set(key, number);
    return number;
  }
}

const structures = new Map<UrlForm, Structure>();

interface State {
  readonly at: number;
  readonly place: Place;
  readonly inner: number | undefined;
}

const ends: ReadonlySet<Place> = new Set([
  "host",
  "after bracket",
  "port zero",
  "port digits",
  "raw authority",
  "start",
  "path",
  "question mark",
  "query",
  "fragment",
]);

const placesOf: Readonly<Record<UrlPart, ReadonlySet<Place>>> = {
  scheme: new Set(["scheme"]),
  host: new Set(["host", "bracket", "after bracket"]),
  port: new Set(["port zero", "port digits"]),
  uri: new Set(["path", "question mark", "query"]),
  path: new Set(["path"]),
  query: new Set(["query"]),
};

/** Reads a URL, and runs another automaton on a part of it. */
export class UrlPartAutomaton implements Automaton {
  readonly alphabet: Alphabet;
  readonly #test: UrlPartTest;
  readonly #inner: Automaton;
  readonly #structure: Structure;
  readonly #innerClasses: number[] = [];
  readonly #characters: number[] = [];
  readonly #states: State[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #next: number[][] = [];

  /** @param inner - accepts the parts for which the part's test holds */
  constructor(test: UrlPartTest, inner: Automaton) {
    this.#test = test;
    this.#inner = inner;
    this.#structure = getOrAdd(structures, test.form, () => new Structure(test.form));
    const starts = [...new Set([...inner.alphabet.starts, ...cuts])]
      .filter((start) => start <= lastCharacter)
      .toSorted((one, other) => one - other);
    const classes = new Map<number, number>();
    const numbered = starts.map((start) => {
      const character = special.indexOf(String.fromCodePoint(start));
      const innerClass = inner.alphabet.classOf(start);
      return getOrAdd(classes, innerClass * 64 + character + 1, () => {
        this.#innerClasses.push(innerClass);
        this.#characters.push(character);
        return classes.size;
      });
    });
    this.alphabet = new Alphabet(starts, numbered);
    const { place = "start" } = this.#structure.positions[0] ?? {};
    const isOptional = test.part === "port" || test.part === "query";
    this.#add({ at: 0, place, inner: isOptional ? undefined : 0 });
  }

  step(state: number, characters: number): number {
    const from = this.#states[state];
    const next = this.#next[state];
    if (from === undefined || next === undefined) return dead;
    return (next[characters] ??= this.#stepFrom(from, characters));
  }

  accepts(number: number): boolean | undefined {
    const state = this.#states[number];
    if (state === undefined || !ends.has(state.place)) return false;
    return this.#isWanted(state);
  }

  settled(number: number): boolean | undefined {
    const state = this.#states[number];
    if (state === undefined) return false;
    const { part, holds } = this.#test;
    if (isOver(part, state.place)) return this.#isWanted(state) === false ? false : undefined;
    // What is read as a host may be a user after all.
    const isCertain = placesOf[part].has(state.place) && part !== "host" && part !== "port";
    if (!isCertain || state.inner === undefined) return undefined;
    return this.#inner.settled(state.inner) === !holds ? false : undefined;
  }

  effort(number: number): number {
    const inner = this.#states[number]?.inner;
    return 1 + (inner === undefined ? 0 : this.#inner.effort(inner));
  }

  #isWanted({ place, inner }: State): boolean | undefined {
    const { part, holds, orAbsent } = this.#test;
    const isAbsent = inner === undefined || (part === "query" && place === "question mark");
    if (isAbsent && orAbsent) return true;
    if (inner === undefined) return false;
    const accepts = this.#inner.accepts(inner);
    return accepts === undefined ? undefined : accepts === holds;
  }

  #stepFrom(from: State, characters: number): number {
    const at = this.#structure.step(from.at, this.#characters[characters] ?? -1);
    const { place } = this.#structure.positions[at] ?? {};
    if (place === undefined) return dead;
    return this.#add({ at, place, inner: this.#innerAfter(from, place, characters) });
  }

  #innerAfter({ place, inner }: State, to: Place, characters: number): number | undefined {
    const { part } = this.#test;
    switch (part) {
      case "host":
        if (to === "authority" || to === "user") return 0;
        break;
      case "port":
        if (to === "authority" || to === "user") return undefined;
        if (to === "port") return 0;
        break;
      case "query":
        if (to === "question mark") return 0;
        break;
      case "scheme":
        if (to === "colon") return inner;
    }
    const isRead = placesOf[part].has(to) && (part !== "scheme" || place === "scheme");
    return isRead && inner !== undefined
      ? this.#inner.step(inner, this.#innerClasses[characters] ?? 0)
      : inner;
  }

  #add(state: State): number {
    const key = (state.inner ?? -1) * 64 + state.at;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push(state) - 1;
    this.#next.push([]);
    this.#numbers.set(key, number);
    return number;
  }
}

function isOver(part: UrlPart, place: Place): boolean {
  switch (part) {
    case "scheme":
      return place !== "scheme";
    case "host":
    case "port":
      return place === "start" || place === "path" || isAfterPath.has(place);
    case "path":
      return isAfterPath.has(place);
    case "uri":
    case "query":
      return place === "fragment";
  }
}

const isAfterPath: ReadonlySet<Place> = new Set(["question mark", "query", "fragment"]);

const special = "htpsHTPS:/@[]?#.0123456789abcdefABCDEF";

const cuts = Array.from(special, (character) => character.charCodeAt(0)).flatMap((code) => [
  code,
  code + 1,
]);

const schemes = ["http", "https"];

function afterIn(
  form: UrlForm,
  { place, count }: Position,
  character: string,
): Position | undefined {
  const to = (next: Place, read = 0): Position => ({ place: next, count: read });
  const isDigit = /^[0-9]$/.test(character);
  switch (place) {
    case "scheme": {
      if (character === ":") return count >= 4 ? to("colon") : undefined;
      const letter = form === "raw" ? character.toLowerCase() : character;
      return schemes.some((scheme) => scheme[count] === letter)
        ? to("scheme", count + 1)
        : undefined;
    }
    case "colon":
      return character === "/" ? to("slash") : undefined;
    case "slash":
      return character === "/" ? to("authority") : undefined;
    case "start":
    case "path":
      if (character === "?") return to("question mark");
      if (character === "#") return form === "raw" ? to("fragment") : undefined;
      return place === "path" || character === "/" ? to("path") : undefined;
    case "question mark":
    case "query":
      if (character === "#") return form === "raw" ? to("fragment") : undefined;
      return to("query");
    case "fragment":
      return to("fragment");
    default:
  }
  if (character === "/" || character === "?" || character === "#") {
    return ends.has(place) ? afterIn(form, { place: "start", count: 0 }, character) : undefined;
  }
  if (form === "raw") return to("raw authority");
  if (character === "@") return to("authority");
  switch (place) {
    case "authority":
      if (character === "[") return to("bracket");
      return /^[:\]]$/.test(character) ? to("user") : to("host");
    case "host":
      if (character === ":") return to("port");
      return /^[[\]]$/.test(character) ? to("user") : to("host");
    case "bracket":
      if (character === "]") return count > 0 ? to("after bracket") : to("user");
      return /^[0-9A-Fa-f:.]$/.test(character) ? to("bracket", 1) : to("user");
    case "after bracket":
      return character === ":" ? to("port") : to("user");
    case "port":
      if (character === "0") return to("port zero");
      return isDigit ? to("port digits", 1) : to("user");
    case "port digits":
      return isDigit && count < 5 ? to("port digits", count + 1) : to("user");
    default:
      return to("user");
  }
}

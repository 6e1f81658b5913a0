import {
  compileRegularExpression,
  readDouble,
  readInt,
  readUint,
} from "@traffic-policy/policy-language";
import { compareTexts, sizeOf } from "../constant.ts";
import { addressPoint, addressText, hasOneSpelling } from "./addresses.ts";
import { Intervals } from "./intervals.ts";
import { matchingTexts } from "./pattern-samples.ts";
import { automatonOf } from "./text-automata.ts";
import {
  firstText,
  shortestText,
  type TextBound,
  type Wanted,
  type Witness,
} from "./text-search.ts";

import { holdsForUrl, type UrlPartTest } from "./url-parts.ts";

/** A question about one text. */
export type TextTest =
  | { readonly kind: "one-of"; readonly texts: ReadonlySet<string> }
  | { readonly kind: "order"; readonly operator: "<" | "<=" | ">" | ">="; readonly text: string }
  | { readonly kind: "startsWith" | "endsWith" | "contains"; readonly text: string }
  /** By characters. */
  | { readonly kind: "size"; readonly sizes: Intervals }
  /** A regular expression (RE2) matches somewhere in it. */
  | { readonly kind: "matches"; readonly pattern: string }
  /** It is an address, and one of these. */
  | { readonly kind: "in-ranges"; readonly addresses: Intervals }
  /** It is empty, or two upper case letters. */
  | { readonly kind: "country-code" }
  | NumberTest
  | UrlPartTest
  /** The test holds when its letters A to Z are in lower or in upper case. */
  | { readonly kind: "lower" | "upper"; readonly test: TextTest }
  /** The test holds with texts around it: `'prefix' + text + 'suffix'`. */
  | {
      readonly kind: "affixed";
      readonly prefix: string;
      readonly suffix: string;
      readonly test: TextTest;
    };

/**
 * `int(text)`, say, gives one of these numbers; it does not hold when that fails. So it is asked with all numbers,
 * and `isNaN` for a double, whether it gives one at all.
 */
export interface NumberTest {
  readonly kind: "number";
  readonly type: "int" | "uint" | "double";
  readonly numbers: Intervals;
  /** Whether it may be the number that is not a number, which is in no set. */
  readonly isNaN?: true;
}

/** A test, and whether it holds. */
export interface Claim {
  readonly test: TextTest;
  readonly holds: boolean;
}

/** The texts for which some tests hold and others do not. */
export class Texts {
  readonly #claims: readonly Claim[];
  /** All of them, when they can be listed. */
  readonly #only: readonly string[] | undefined;
  /** Which addresses it can be; nothing when it need not be an address. */
  readonly #addresses: Intervals | undefined;
  #witness: Witness | undefined;
  #bound: TextBound | undefined;

  private constructor(claims: readonly Claim[], only?: readonly string[], addresses?: Intervals) {
    this.#claims = claims;
    this.#only = only;
    this.#addresses = addresses;
  }

  static readonly all = new Texts([]);

  where(test: TextTest, holds: boolean): Texts {
    const claim = { test, holds };
    if (this.#only !== undefined) {
      return new Texts(
        this.#claims,
        this.#only.filter((text) => isAsClaimed(text, claim)),
      );
    }
    const claims = [...this.#claims, claim];
    if (test.kind === "one-of" && holds) {
      const texts = [...test.texts].filter((text) => this.#allows(text));
      return new Texts(claims, texts);
    }
    if (this.#addresses !== undefined) {
      return new Texts(claims, undefined, this.#addresses.and(addressesLeft(claim)));
    }
    const isAddress = test.kind === "in-ranges" && holds;
    const all = (): Intervals =>
      claims.map(addressesLeft).reduce((some, other) => some.and(other), Intervals.all);
    return new Texts(claims, undefined, isAddress ? all() : undefined);
  }

  /** The texts that are among others, too. */
  and(other: Texts): Texts {
    return other.claims.reduce<Texts>((left, { test, holds }) => left.where(test, holds), this);
  }

  /** What all of them, and no others, are as claimed by. */
  get claims(): readonly Claim[] {
    if (this.#only === undefined) return this.#claims;
    return [{ test: { kind: "one-of", texts: new Set(this.#only) }, holds: true }];
  }

  /** Whether there certainly is none. */
  get isEmpty(): boolean {
    if (this.#only !== undefined) return this.#only.length === 0;
    // Of all texts, or those of one kind, it takes more than a few to leave none.
    const isPlain = this.#claims.every(
      ({ test, holds }) => test.kind === "in-ranges" || (test.kind === "one-of" && !holds),
    );
    if (isPlain) return this.#addresses !== undefined && this.#addresses.whole().isEmpty;
    const [only, ...others] = this.#claims;
    if (others.length === 0 && only?.test.kind === "matches") {
      const pattern = compileRegularExpression(only.test.pattern);
      const isSeen = pattern.ok && (only.holds ? pattern.matchesSomething : pattern.needsText);
      if (isSeen) return false;
    }
    return this.witness === "none";
  }

  /** One of them; `none` when there is none, and `unknown` when that is not known. */
  get witness(): Witness {
    this.#witness ??= this.#find();
    return this.#witness;
  }

  /** What none of them is before. */
  get bound(): TextBound {
    this.#bound ??= this.#findBound();
    return this.#bound;
  }

  /** Several of them, as far as they come to mind. */
  *members(): Generator<string> {
    const given = new Set<string>();
    const { witness } = this;
    const likely = this.#only ?? [
      ...this.#candidates(),
      ...(typeof witness === "object" ? [witness.text] : []),
    ];
    for (const text of likely) {
      if (given.has(text) || !this.#allows(text)) continue;
      given.add(text);
      yield text;
    }
  }

  #allows(text: string): boolean {
    return this.#claims.every((claim) => isAsClaimed(text, claim));
  }

  #find(): Witness {
    if (this.#only !== undefined) {
      const [text] = this.#only;
      return text === undefined ? "none" : { text };
    }
    const addresses = this.#addresses?.whole();
    if (addresses?.isEmpty === true) return "none";
    const found = this.#first(addresses);
    if (found !== undefined) return found;
    return shortestText(wantedBy(this.#claims), (text) => this.#allows(text));
  }

  #findBound(): TextBound {
    if (this.#only === undefined) return firstText(wantedBy(this.#claims));
    const [first = "", ...others] = this.#only;
    const text = others.reduce((one, two) => (compareTexts(two, one) < 0 ? two : one), first);
    return { text, isMember: true };
  }

  #first(addresses?: Intervals): { readonly text: string } | undefined {
    for (const text of this.#candidates(addresses)) if (this.#allows(text)) return { text };
    return undefined;
  }

  *#candidates(addresses = this.#addresses?.whole()): Generator<string> {
    if (addresses !== undefined) {
      if (addresses.includes(stranger)) yield addressText(stranger);
      // The first address of a range is often that of the network itself.
      for (const { low } of addresses.list) {
        if (addresses.includes(BigInt(low) + 1n)) yield addressText(BigInt(low) + 1n);
      }
      for (const { low, high } of addresses.list) {
        yield addressText(low);
        yield addressText(high);
      }
    }
    const held = this.#claims.filter(({ holds }) => holds).map(({ test }) => test);
    const longest = (kind: "startsWith" | "endsWith"): string =>
      held
        .flatMap((test) => (test.kind === kind ? [test.text] : []))
        .reduce((one, other) => (other.length > one.length ? other : one), "");
    const contained = held.flatMap((test) => (test.kind === "contains" ? [test.text] : []));
    const [prefix, suffix, inner] = [
      longest("startsWith"),
      longest("endsWith"),
      contained.join(""),
    ];
    for (const one of matching(held)) yield* [one, prefix + one + suffix];
    for (const middle of ["", "x", "/x", "X", "0"]) yield prefix + inner + middle + suffix;
    if (prefix.endsWith(suffix) && inner === "") yield prefix;
    for (const one of contained) if (one.startsWith(prefix) && one.endsWith(suffix)) yield one;
    for (const { test } of this.#claims) {
      if (test.kind === "order") yield* [test.text, `${test.text}x`, `${prefix}${test.text}`];
      if (test.kind === "size") yield* sized(test.sizes, prefix + inner, suffix);
      if (test.kind === "one-of") {
        for (const text of test.texts) {
          yield `${prefix}${text}x${suffix}`;
          break;
        }
      }
    }
    yield* ["US", "DE", "GET", "www.example"];
  }
}

/** 198.51.100.1, of a block that is kept free for examples. */
const stranger = 0xc6336401n;

/** The addresses that a claim leaves; those of IPv6 can be written in several ways. */
function addressesLeft({ test, holds }: Claim): Intervals {
  if (test.kind === "in-ranges") return holds ? test.addresses : test.addresses.complement();
  if (test.kind !== "one-of" || holds) return Intervals.all;
  const points = [...test.texts].flatMap((text) => addressPoint(text) ?? []);
  return Intervals.points(points.filter(hasOneSpelling)).complement();
}

function* matching(tests: readonly TextTest[]): Generator<string> {
  for (const test of tests) if (test.kind === "matches") yield* matchingTexts(test.pattern);
}

const longestText = 10_000;

function* sized(sizes: Intervals, before: string, after: string): Generator<string> {
  const length = sizeOf(before) + sizeOf(after);
  for (const { low, high } of [...sizes.list, ...sizes.complement().list]) {
    for (const end of [low, high]) {
      const missing = Number(end) - length;
      if (missing >= -1 && missing <= longestText) {
        yield before + "x".repeat(Math.max(0, missing)) + after;
        yield `${before}${"x".repeat(missing + 1)}${after}`;
      }
    }
  }
}

function wantedBy(claims: readonly Claim[]): Wanted[] {
  return claims.map(({ test, holds }) => ({ automaton: automatonOf(test), holds }));
}

function isAsClaimed(value: string, { test, holds }: Claim): boolean {
  return holdsFor(value, test) === holds;
}

const readers = { int: readInt, uint: readUint, double: readDouble };

/** Whether a test holds for a text. */
export function holdsFor(value: string, test: TextTest): boolean {
  switch (test.kind) {
    case "one-of":
      return test.texts.has(value);
    case "order":
      return Intervals.comparedWith(test.operator, 0).includes(compareTexts(value, test.text));
    case "startsWith":
      return value.startsWith(test.text);
    case "endsWith":
      return value.endsWith(test.text);
    case "contains":
      return value.includes(test.text);
    case "size":
      return test.sizes.includes(sizeOf(value));
    case "matches": {
      const compiled = compileRegularExpression(test.pattern);
      return compiled.ok && compiled.matches(value);
    }
    case "in-ranges": {
      const point = addressPoint(value);
      return point !== undefined && test.addresses.includes(point);
    }
    case "country-code":
      return /^(?:[A-Z]{2})?$/.test(value);
    case "number": {
      const read = readers[test.type](value);
      if (typeof read === "string") return false;
      return Number.isNaN(read) ? test.isNaN === true : test.numbers.includes(read);
    }
    case "lower":
      return holdsFor(
        value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
        test.test,
      );
    case "upper":
      return holdsFor(
        value.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
        test.test,
      );
    case "affixed":
      return holdsFor(test.prefix + value + test.suffix, test.test);
    case "url-part":
      return holdsForUrl(value, test, holdsFor);
  }
}

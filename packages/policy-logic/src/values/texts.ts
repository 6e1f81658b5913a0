import {
  compileRegularExpression,
  parseDuration,
  parseTimestamp,
  readDouble,
  readInt,
  readUint,
} from "@traffic-policy/policy-language/internal";
import { compareTexts, nanosecondsOf, sizeOf } from "../constant.ts";
import { spend } from "../effort.ts";
import { addressPoint, addressText, hasOneSpelling } from "./addresses.ts";

import { Intervals } from "./intervals.ts";
import { automatonOf, forgetAutomaton, timeRanges } from "./text-automata.ts";
import {
  boundsOf,
  shortestText,
  type TextBounds,
  type Wanted,
  type Witness,
} from "./text-search.ts";
import { integersRoundedTo } from "./rounded-numbers.ts";
import { holdsForUrl } from "./url-parts.ts";
import type { NumberTest, TextTest } from "./text-test.ts";

export interface Claim {
  readonly test: TextTest;
  readonly holds: boolean;
}

/** The set of texts for which some tests hold and others do not. */
export class Texts {
  readonly #last: Claim | undefined;
  readonly #before: Texts | undefined;
  readonly #only: readonly string[] | undefined;
  /** The addresses that the texts stand for; undefined when they need not be addresses. */
  readonly #addresses: Intervals | undefined;
  /** True when it takes more than a few claims to rule out all texts, or all of a kind. */
  readonly #isPlain: boolean;
  #known: readonly Claim[] | undefined;
  /** The set without the empty text, which many conditions ask for. */
  #withText: Texts | undefined;
  #witness: Witness | undefined;
  /** The members beside likely addresses that were found so far; null at the end. */
  #members: (string | null)[] | undefined;
  /** The claims that suffice for the witness: with them alone, it stays the same. */
  #needed: ReadonlySet<Claim> = new Set();

  private constructor(last?: Claim, before?: Texts, only?: readonly string[]) {
    this.#last = last;
    this.#before = before;
    this.#only = only;
    this.#addresses =
      last === undefined || only !== undefined ? undefined : this.#addressesWith(last, before);
    this.#isPlain =
      last === undefined ||
      (before !== undefined &&
        before.#isPlain &&
        (last.test.kind === "in-ranges" || (last.test.kind === "one-of" && !last.holds)));
  }

  static readonly all = new Texts();

  where(test: TextTest, holds: boolean): Texts {
    const claim = { test, holds };
    if (this.#only !== undefined) {
      return new Texts(
        claim,
        this,
        this.#only.filter((text) => isAsClaimed(text, claim)),
      );
    }
    if (test.kind === "one-of" && holds) {
      return new Texts(
        claim,
        this,
        [...test.texts].filter((text) => this.#allows(text)),
      );
    }
    if (test.kind === "one-of" && test.texts.size === 1 && test.texts.has("")) {
      this.#withText ??= new Texts(claim, this);
      return this.#withText;
    }
    return new Texts(claim, this);
  }

  and(others: Texts): Texts {
    return others.claims.reduce<Texts>((some, { test, holds }) => some.where(test, holds), this);
  }

  get claims(): readonly Claim[] {
    if (this.#only === undefined) return this.#claims;
    return [{ test: { kind: "one-of", texts: new Set(this.#only) }, holds: true }];
  }

  get isEmpty(): boolean {
    if (this.#only !== undefined) return this.#only.length === 0;
    if (this.#isPlain) return this.#addresses?.isEmpty === true;
    const only = this.#before === Texts.all ? this.#last : undefined;
    if (only?.test.kind === "matches") {
      const pattern = compileRegularExpression(only.test.pattern);
      const isSeen = pattern.ok && (only.holds ? pattern.matchesSomething : pattern.needsText);
      if (isSeen) return false;
    }
    return this.witness === "none";
  }

  /**
   * The shortest text, with plain characters where possible, or the first of those listed; `none` when the set is
   * empty, and `unknown` when undecided.
   */
  get witness(): Witness {
    if (this.#witness === undefined) {
      // Each needs the one before: of thousands, calls could not be as deep.
      const before: Texts[] = [];
      let one = this.#only === undefined ? this.#before : undefined;
      while (one !== undefined && one.#witness === undefined) {
        before.push(one);
        one = one.#only === undefined ? one.#before : undefined;
      }
      for (const texts of before.toReversed()) texts.#witness = texts.#find();
      this.#witness = this.#find();
    }
    return this.#witness;
  }

  *members(): Generator<string> {
    if (this.#only !== undefined) {
      yield* this.#only;
      return;
    }
    const given = new Set<string>();
    for (const text of likelyAddresses(this.#addresses)) {
      if (given.has(text) || !this.#allows(text)) continue;
      given.add(text);
      yield text;
    }
    // The models of a search differ in few texts, and each model asks for the members of all of them.
    const found = (this.#members ??= []);
    for (let index = 0; given.size < mostMembers; index++) {
      const text = (found[index] ??= this.#memberBeside(given));
      if (text === null) return;
      given.add(text);
      yield text;
    }
  }

  #memberBeside(given: ReadonlySet<string>): string | null {
    const { witness } = this.where({ kind: "one-of", texts: new Set(given) }, false);
    return typeof witness === "object" ? witness.text : null;
  }

  /** True when the set has at least that many texts; undefined when unknown. */
  hasAtLeast(count: number): boolean | undefined {
    if (this.#only !== undefined) return this.#only.length >= count;
    const given = new Set<string>();
    let { witness } = this as Texts;
    while (given.size < count) {
      if (typeof witness !== "object") return witness === "none" ? false : undefined;
      given.add(witness.text);
      ({ witness } = this.where({ kind: "one-of", texts: new Set(given) }, false));
    }
    return true;
  }

  /** The bounds of the texts; undefined when there are none, or they are unknown. */
  get bounds(): TextBounds | undefined {
    if (this.#only === undefined) {
      const { claims, sizes } = merged(this.#claims, this.#addresses);
      const size: Claim = { test: { kind: "size", sizes }, holds: true };
      return boundsOf(wantedBy(sizes === Intervals.all ? claims : [...claims, size]));
    }
    const [least, ...others] = this.#only.toSorted(compareTexts);
    if (least === undefined) return undefined;
    return {
      least: { text: least, isReached: true },
      greatest: { text: others.at(-1) ?? least, isReached: true },
    };
  }

  /** All claims, built on demand: of thousands of sets, few are asked for them. */
  get #claims(): readonly Claim[] {
    if (this.#known === undefined) {
      const claims = this.#last === undefined ? [] : [this.#last];
      for (let before = this.#before; before !== undefined; before = before.#before) {
        if (before.#last !== undefined) claims.push(before.#last);
      }
      this.#known = claims.toReversed();
    }
    return this.#known;
  }

  #addressesWith(last: Claim, before: Texts | undefined): Intervals | undefined {
    if (before !== undefined && before.#addresses !== undefined) {
      const left = addressesLeft(last);
      spend(effortOfRange * (before.#addresses.list.length + left.list.length));
      return before.#addresses.and(left).whole();
    }
    if (last.test.kind !== "in-ranges" || !last.holds) return undefined;
    return this.#claims
      .map(addressesLeft)
      .reduce((some, other) => some.and(other))
      .whole();
  }

  #allows(text: string): boolean {
    return this.#claims.every((claim) => isAsClaimed(text, claim));
  }

  #find(): Witness {
    if (this.#only !== undefined) {
      const [text] = this.#only;
      return text === undefined ? "none" : { text };
    }
    const last = this.#last;
    if (this.#before === undefined || last === undefined) return { text: "" };
    // The shortest of all is the shortest of some, if it is among them.
    const before = this.#before.witness;
    this.#needed = this.#before.#needed;
    if (before === "none") return "none";
    if (typeof before === "object" && isAsClaimed(before.text, last)) return before;
    if (this.#addresses?.isEmpty === true) return "none";
    for (const text of likelyAddresses(this.#addresses)) if (this.#allows(text)) return { text };
    // Of many claims, few keep each other from what is short: the others are only looked at when they are in the way.
    const needed = new Set([...this.#needed, ...this.#claims.filter(isNarrow), last]);
    spend(this.#claims.length);
    this.#needed = needed;
    for (;;) {
      const witness = this.#findFor([...needed]);
      if (typeof witness === "string") {
        if (witness === "none" || needed.size === this.#claims.length) return witness;
        return this.#findFor(this.#claims);
      }
      const { size } = needed;
      for (const claim of this.#claims) if (!isAsClaimed(witness.text, claim)) needed.add(claim);
      if (needed.size === size) return this.#allows(witness.text) ? witness : "unknown";
    }
  }

  #findFor(some: readonly Claim[]): Witness {
    const [only, ...others] = some;
    if (only?.holds === true && others.length === 0) {
      // The text itself is the shortest that has it.
      const { kind } = only.test;
      if (kind === "startsWith" || kind === "endsWith" || kind === "contains") return only.test;
    }
    const { claims, sizes } = merged(some, this.#addresses);
    if (sizes.and(Intervals.between(0n, Infinity)).whole().isEmpty) return "none";
    for (const text of claims.flatMap(likelyTimes)) if (this.#allows(text)) return { text };
    const isRight = (text: string): boolean => some.every((claim) => isAsClaimed(text, claim));
    let witness: Witness = "unknown";
    try {
      witness = shortestText(wantedBy(claims), isRight, sizes);
    } finally {
      if (witness === "unknown") for (const { test } of claims) forgetAutomaton(test);
    }
    return witness;
  }
}

/** True when a claim requires texts of a kind that the shortest texts overall hardly ever have. */
function isNarrow({ test, holds }: Claim): boolean {
  return holds && (test.kind !== "url-part" || test.holds);
}

const effortOfRange = 4;

const mostMembers = 8;

/** Returns the addresses that a claim leaves; IPv6 addresses have several spellings. */
function addressesLeft({ test, holds }: Claim): Intervals {
  if (test.kind === "in-ranges") return holds ? test.addresses : test.addresses.complement();
  if (test.kind !== "one-of" || holds) return Intervals.all;
  const points = [...test.texts].flatMap((text) => addressPoint(text) ?? []);
  return Intervals.points(points.filter(hasOneSpelling)).complement();
}

/** 198.51.100.1, of a block that is kept free for examples. */
const stranger = 0xc6336401n;

function* likelyAddresses(addresses: Intervals | undefined): Generator<string> {
  if (addresses === undefined) return;
  if (addresses.includes(stranger)) yield addressText(stranger);
  // The first address of a range is often that of the network itself.
  for (const { low } of addresses.list) {
    if (addresses.includes(BigInt(low) + 1n)) yield addressText(BigInt(low) + 1n);
  }
  for (const { low, high } of addresses.list) yield* [addressText(low), addressText(high)];
}

/** Returns candidate texts for times, because automata cannot decide which texts are right. */
function likelyTimes({ test, holds }: Claim): string[] {
  if (test.kind !== "number" || !holds) return [];
  const { type, numbers } = test;
  if (type !== "timestamp" && type !== "duration") return [];
  const points = numbers.and(timeRanges[type]).whole();
  const wishes = [
    type === "timestamp" ? usualTime : second,
    ...points.list.flatMap(({ low, high }) => [low, high]),
  ];
  return wishes.flatMap((wish) => {
    const point = points.nearest(wish);
    return typeof point === "bigint" ? [writeTime[type](point)] : [];
  });
}

const second = 1_000_000_000n;
/** The beginning of 2024. */
const usualTime = 1_704_067_200n * second;

const writeTime = {
  timestamp(time: bigint): string {
    const rest = ((time % second) + second) % second;
    const date = new Date(Number((time - rest) / 1_000_000n));
    const fraction = String(rest).padStart(9, "0").replace(/0+$/, "");
    return date.toISOString().replace(".000", fraction && `.${fraction}`);
  },
  duration: (length: bigint): string =>
    length % second === 0n ? `${length / second}s` : `${length}ns`,
};

function wantedBy(claims: readonly Claim[]): Wanted[] {
  return claims.map(({ test, holds }) => ({ automaton: automatonOf(test), holds }));
}

function merged(
  claims: readonly Claim[],
  addresses: Intervals | undefined,
): { readonly claims: readonly Claim[]; readonly sizes: Intervals } {
  const left = new Set<Claim>();
  const excluded = new Set<string>();
  let sizes = Intervals.all;
  for (const claim of claims) {
    const { test, holds } = claim;
    if (test.kind === "size") sizes = sizes.and(holds ? test.sizes : test.sizes.complement());
    else if (test.kind === "one-of" && !holds) for (const text of test.texts) excluded.add(text);
    else if (test.kind !== "in-ranges" || addresses === undefined) left.add(claim);
  }
  for (const type of numberTypes) {
    const some = [...left].filter(
      ({ test }) =>
        test.kind === "number" && (test.type === type || asOf[type]?.[test.type] !== undefined),
    );
    const number = some.length > 1 ? mergedNumbers(some, type) : undefined;
    if (number === undefined) continue;
    for (const claim of some) left.delete(claim);
    left.add({ test: number, holds: true });
  }
  if (addresses !== undefined) left.add({ test: { kind: "in-ranges", addresses }, holds: true });
  if (excluded.size > 0) left.add({ test: { kind: "one-of", texts: excluded }, holds: false });
  return { claims: [...left], sizes };
}

// Those that are written in fewer ways come first: what is claimed of others can be claimed of them.
const numberTypes = ["uint", "int", "double", "timestamp", "duration"] as const;

type NumberType = (typeof numberTypes)[number];

function itself(numbers: Intervals): Intervals {
  return numbers;
}

const ints = Intervals.between(-(2n ** 63n), 2n ** 63n - 1n);

/**
 * Each text that is a number of the first type may be one of the second, too: which numbers of the first are in a set
 * of the second.
 */
const asOf: Readonly<
  Partial<Record<NumberType, Partial<Record<NumberType, (numbers: Intervals) => Intervals>>>>
> = {
  uint: { int: (numbers) => numbers.and(ints), double: integersRoundedTo },
  int: { double: integersRoundedTo },
};

function mergedNumbers(claims: readonly Claim[], type: NumberType): NumberTest | undefined {
  const tests = claims.map(({ test, holds }) => ({ test: test as NumberTest, holds }));
  if (!tests.some(({ test, holds }) => holds && test.type === type)) return undefined;
  const numbers = tests
    .map(({ test, holds }) => {
      const own = (asOf[type]?.[test.type] ?? itself)(test.numbers);
      return holds ? own : own.complement();
    })
    .reduce((some, other) => some.and(other));
  const isNaN =
    type === "double" && tests.every(({ test, holds }) => (test.isNaN === true) === holds);
  return { kind: "number", type, numbers, ...(isNaN && { isNaN }) };
}

function isAsClaimed(value: string, { test, holds }: Claim): boolean {
  return holdsFor(value, test) === holds;
}

const readers = {
  int: readInt,
  uint: readUint,
  double: readDouble,
  timestamp: (text: string) => {
    const time = parseTimestamp(text);
    return time && nanosecondsOf(time);
  },
  duration: parseDuration,
};

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
      if (typeof read === "string" || read === undefined) return false;
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
    case "url-part":
      return holdsForUrl(value, test, holdsFor);
    case "affixed":
      return holdsFor(test.prefix + value + test.suffix, test.test);
  }
}

import { serialize } from "../serialize.ts";
import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { canonicalText } from "./canonical-text.ts";
import { isList } from "./json-equal.ts";

/** Indexes of a rule in the stored and in the local list. */
export interface RulePair {
  readonly stored: number;
  readonly local: number;
}

// Two rules without a name in common are still one rule when at least half of what they say
// is the same.
const leastLikeness = 0.5;

// Comparing every rule with every other is bounded: each local rule gets its share of this many
// looks at a part of a stored one, and spends them on the rules with which it shares rare parts.
const mostLooks = 2_000_000;

/**
 * Finds which stored rule is which local rule: equal ones first, then by name, then the same
 * under another name, then the most alike. Each rule is in one pair at most.
 */
export function matchRules(
  stored: readonly JsonValue[],
  local: readonly JsonValue[],
): readonly RulePair[] {
  const matching = new Matching(stored, local);
  matching.pairByKey((rule) => canonicalText(rule));
  matching.pairByKey((rule) => ruleName(rule));
  matching.pairByKey((rule) => canonicalText(withoutName(rule)));
  matching.pairByLikeness();
  return matching.pairs;
}

/** The name of a rule, if it has one. */
export function ruleName(rule: JsonValue): string | undefined {
  const name = isJsonObject(rule) ? rule["name"] : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

interface Candidate extends RulePair {
  readonly likeness: number;
}

function distance({ stored, local }: RulePair): number {
  return Math.abs(stored - local);
}

class Matching {
  readonly pairs: RulePair[] = [];
  readonly #stored: Map<number, JsonValue>;
  readonly #local: Map<number, JsonValue>;

  constructor(stored: readonly JsonValue[], local: readonly JsonValue[]) {
    this.#stored = new Map(stored.entries());
    this.#local = new Map(local.entries());
  }

  /** Pairs rules with the same key, in their order; rules without a key stay. */
  pairByKey(keyOf: (rule: JsonValue) => string | undefined): void {
    const waiting = new Map<string, number[]>();
    for (const [index, rule] of [...this.#stored].toReversed()) {
      const key = keyOf(rule);
      if (key === undefined) continue;
      const same = waiting.get(key);
      if (same === undefined) waiting.set(key, [index]);
      else same.push(index);
    }
    for (const [index, rule] of this.#local) {
      const key = keyOf(rule);
      const stored = key === undefined ? undefined : waiting.get(key)?.pop();
      if (stored !== undefined) this.#pair({ stored, local: index });
    }
  }

  /** Pairs what is left, the most alike first, of equally alike ones those that are nearest. */
  pairByLikeness(): void {
    const storedParts = new Map([...this.#stored].map(([index, rule]) => [index, partsOf(rule)]));
    const holders = holdersOf(storedParts);
    const candidates: Candidate[] = [];
    for (const [local, rule] of this.#local) {
      const parts = partsOf(rule);
      const looks = mostLooks / this.#local.size;
      for (const stored of sharingRareParts(parts, holders, looks)) {
        const likeness = likenessOf(parts, storedParts.get(stored) ?? new Set());
        if (likeness >= leastLikeness) candidates.push({ stored, local, likeness });
      }
    }
    candidates.sort(
      (one, other) => other.likeness - one.likeness || distance(one) - distance(other),
    );
    for (const { stored, local } of candidates) {
      if (this.#stored.has(stored) && this.#local.has(local)) this.#pair({ stored, local });
    }
  }

  #pair(pair: RulePair): void {
    this.pairs.push(pair);
    this.#stored.delete(pair.stored);
    this.#local.delete(pair.local);
  }
}

function withoutName(rule: JsonValue): JsonValue {
  if (!isJsonObject(rule)) return rule;
  return Object.fromEntries(Object.entries(rule).filter(([key]) => key !== "name"));
}

/** The parts a rule consists of: each expression, each action's type, each config value. */
function partsOf(rule: JsonValue): Set<string> {
  const parts = new Set<string>();
  const collect = (value: JsonValue, path: string): void => {
    if (isList(value)) for (const item of value) collect(item, path);
    else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) collect(member, `${path}/${key}`);
    } else parts.add(`${path}=${serialize(value)}`);
  };
  collect(rule, "");
  return parts;
}

/** Which rules have a part. */
function holdersOf(rules: ReadonlyMap<number, ReadonlySet<string>>): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [index, parts] of rules) {
    for (const part of parts) {
      const known = holders.get(part);
      if (known === undefined) holders.set(part, [index]);
      else known.push(index);
    }
  }
  return holders;
}

/** The rules that share parts with a rule, those with rare ones first, as far as the looks last. */
function sharingRareParts(
  parts: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
  looks: number,
): ReadonlySet<number> {
  const sharing = new Set<number>();
  const byRarity = [...parts]
    .map((part) => holders.get(part) ?? [])
    .toSorted((one, other) => one.length - other.length);
  let left = looks;
  for (const indexes of byRarity) {
    for (const index of indexes) {
      left -= sharing.has(index) ? 1 : 1 + parts.size;
      sharing.add(index);
      if (left < 0) return sharing;
    }
  }
  return sharing;
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const part of one) if (other.has(part)) common += 1;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}

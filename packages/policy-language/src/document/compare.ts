import { isJsonObject, ownMember, isList, type JsonValue, type JsonObject } from "../json-value.ts";
import { getOrAdd } from "../bounded-map.ts";
import type { Dialect } from "../catalogue/dialect.ts";
import { directionsDialect } from "../catalogue/directions/dialect.ts";
import { toPointer } from "../json-pointer.ts";
import { jsonEqual, canonicalText } from "./json-equal.ts";
import { serialize } from "./serialize.ts";

type ChangeKind = "added" | "removed" | "moved" | "changed" | "enabled";

/** One difference, written as what deploying the local policy would do to the stored one. */
export interface Change {
  readonly kind: ChangeKind;
  /**
   * JSON Pointer into the local policy document, or into the stored one when the rule is not in
   * the local one: to the rule, and for `changed` to the very field.
   */
  readonly path: string;
  /** The name of the rule, if it has one. */
  readonly rule?: string;
  /**
   * The stored value, or the default that applies; absent when there is neither. For `moved`, the rule's index in its
   * list.
   */
  readonly before?: JsonValue;
  /** The value in the local policy, or the default; absent when there is neither. For `moved`, the rule's index. */
  readonly after?: JsonValue;
}

/**
 * How a local and a stored policy relate: `identical` as JSON documents, `equivalent` in
 * behaviour though written differently, or `different`.
 */
export type ComparisonState = "identical" | "equivalent" | "different";

/** The result of comparing a local with a stored policy document. */
export interface Comparison {
  readonly state: ComparisonState;
  /** None when identical; when equivalent, the differences in writing. */
  readonly changes: readonly Change[];
}

/**
 * Compares two policy documents rule by rule. A rule is found again by its name, then by likeness,
 * so a rule in another place is one `moved`, and of a changed rule only the changed fields are
 * listed.
 */
export function compare(
  local: JsonValue,
  stored: JsonValue,
  dialect: Dialect = directionsDialect,
): Comparison {
  if (jsonEqual(local, stored)) return { state: "identical", changes: [] };
  if (!isJsonObject(local) || !isJsonObject(stored)) {
    return { state: "different", changes: fieldChanges(stored, local, []) };
  }
  const normalLocal = normalize(local, dialect);
  const normalStored = normalize(stored, dialect);
  if (jsonEqual(normalLocal, normalStored)) {
    return { state: "equivalent", changes: documentChanges(local, stored, dialect) };
  }
  const changes = documentChanges(normalLocal, normalStored, dialect, defaultsOf(dialect));
  return { state: "different", changes };
}

type DefaultOf = (type: JsonValue | undefined, field: string) => JsonValue | undefined;

function defaultsOf({ actions }: Dialect): DefaultOf {
  return (type, field) => {
    const fields = typeof type === "string" ? actions.get(type)?.config.properties : undefined;
    return ownMember(fields ?? {}, field)?.default as JsonValue | undefined;
  };
}

/** Ignores defaults: a value that is written differs from a missing value, even if it is the default. */
const asWritten: DefaultOf = () => undefined;

/** @param defaultOf - returns the value of a field that only one side sets */
function documentChanges(
  local: JsonObject,
  stored: JsonObject,
  dialect: Dialect,
  defaultOf = asWritten,
): Change[] {
  const keys = [...dialect.sections.keys(), ...Object.keys(local), ...Object.keys(stored)];
  return [...new Set(keys)].flatMap((key) => {
    const [before, after] = [ownMember(stored, key), ownMember(local, key)];
    const holdsRules = dialect.sections.has(key) && (isList(before) || isList(after));
    return holdsRules && isListOrAbsent(before) && isListOrAbsent(after)
      ? ruleChanges(key, after ?? [], before ?? [], defaultOf)
      : fieldChanges(before, after, [key]);
  });
}

function ruleChanges(
  direction: string,
  local: readonly JsonValue[],
  stored: readonly JsonValue[],
  defaultOf: DefaultOf,
): Change[] {
  const pairs = matchRules(stored, local);
  const moved = movedRules(pairs);
  const byLocal = new Map(pairs.map((pair): [number, RulePair] => [pair.local, pair]));
  const stillStored = new Set(pairs.map((pair) => pair.stored));
  const changes: Change[] = [];
  for (const [index, rule] of local.entries()) {
    const pair = byLocal.get(index);
    const before = pair === undefined ? undefined : stored[pair.stored];
    if (pair === undefined || before === undefined) {
      changes.push({
        kind: "added",
        path: toPointer([direction, index]),
        ...named(rule),
        after: rule,
      });
      continue;
    }
    if (moved.has(pair)) {
      const path = toPointer([direction, index]);
      changes.push({ kind: "moved", path, ...named(rule), before: pair.stored, after: pair.local });
    }
    changes.push(...fieldChanges(before, rule, [direction, index], named(rule), defaultOf));
  }
  for (const [index, rule] of stored.entries()) {
    if (stillStored.has(index)) continue;
    const path = toPointer([direction, index]);
    changes.push({ kind: "removed", path, ...named(rule), before: rule });
  }
  return changes;
}

function fieldChanges(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  keys: readonly (string | number)[],
  rule: { rule?: string } = {},
  defaultOf = asWritten,
): Change[] {
  return differences(before, after, keys, defaultOf).map(({ keys: at, ...values }) => ({
    kind: "changed",
    path: toPointer(at),
    ...rule,
    ...values,
  }));
}

function isListOrAbsent(value: JsonValue | undefined): value is readonly JsonValue[] | undefined {
  return value === undefined || isList(value);
}

function named(rule: JsonValue): { rule?: string } {
  const name = ruleName(rule);
  return name === undefined ? {} : { rule: name };
}

/**
 * Removes parts of a policy document that do not affect its behaviour: a direction without rules, an empty list of
 * expressions, an empty config, a config field with its default. Rules and actions keep their indexes. Use it for
 * comparing only; nothing normalized is ever pushed.
 */
function normalize(document: JsonObject, dialect: Dialect): JsonObject {
  return mapMembers(document, (key, value) => {
    if (!dialect.sections.has(key)) return value;
    if (isEmptyList(value)) return undefined;
    return isList(value) ? value.map((rule) => normalizeRule(rule, dialect)) : value;
  });
}

function normalizeRule(rule: JsonValue, dialect: Dialect): JsonValue {
  if (!isJsonObject(rule)) return rule;
  return mapMembers(rule, (key, value) => {
    if (key === "expressions" && isEmptyList(value)) return undefined;
    if (key === "actions" && isList(value)) {
      return value.map((action) => normalizeAction(action, dialect));
    }
    return value;
  });
}

function normalizeAction(action: JsonValue, dialect: Dialect): JsonValue {
  if (!isJsonObject(action)) return action;
  const defaultOf = defaultsOf(dialect);
  return mapMembers(action, (key, value) => {
    if (key !== "config") return value;
    const config = isJsonObject(value)
      ? mapMembers(value, (field, setting) => {
          const fallback = defaultOf(action["type"], field);
          return fallback !== undefined && jsonEqual(setting, fallback) ? undefined : setting;
        })
      : value;
    return isEmptyConfig(config) ? undefined : config;
  });
}

function isEmptyList(value: JsonValue): boolean {
  return value === null || (isList(value) && value.length === 0);
}

function isEmptyConfig(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function mapMembers(
  object: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue | undefined,
): JsonObject {
  const result = Object.create(null) as Record<string, JsonValue>;
  for (const [key, value] of Object.entries(object)) {
    const changed = change(key, value);
    if (changed !== undefined) result[key] = changed;
  }
  return result;
}

interface RulePair {
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
 * Matches stored rules to local rules: equal rules first, then those of the same name, then equal rules under another
 * name, then the most similar. Each rule is in at most one pair.
 */
function matchRules(
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

function ruleName(rule: JsonValue): string | undefined {
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

  /** Pairs rules with the same key, in order; rules without a key stay unpaired. */
  pairByKey(keyOf: (rule: JsonValue) => string | undefined): void {
    const waiting = new Map<string, number[]>();
    for (const [index, rule] of [...this.#stored].toReversed()) {
      const key = keyOf(rule);
      if (key !== undefined) getOrAdd(waiting, key, () => []).push(index);
    }
    for (const [index, rule] of this.#local) {
      const key = keyOf(rule);
      const stored = key === undefined ? undefined : waiting.get(key)?.pop();
      if (stored !== undefined) this.#pair({ stored, local: index });
    }
  }

  /** Pairs the remaining rules greedily, the most similar first, and the nearest among equally similar ones. */
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

function holdersOf(rules: ReadonlyMap<number, ReadonlySet<string>>): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [index, parts] of rules) {
    for (const part of parts) getOrAdd(holders, part, () => []).push(index);
  }
  return holders;
}

/**
 * Returns the rules that share parts with a rule, those with rare parts first, until the limit of lookups is used up.
 */
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

/**
 * Returns the pairs whose rules moved: all but a longest increasing subsequence, so that a single displaced rule
 * counts as a single move.
 */
function movedRules(pairs: readonly RulePair[]): ReadonlySet<RulePair> {
  const inLocalOrder = pairs.toSorted((one, other) => one.local - other.local);
  const kept = longestIncreasing(inLocalOrder.map((pair) => pair.stored));
  return new Set(inLocalOrder.filter((_pair, index) => !kept.has(index)));
}

/** Returns the indexes of a longest increasing subsequence, by patience sorting. */
function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const lastOfLength: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = lastOfLength.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[lastOfLength[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? undefined : lastOfLength[low - 1];
    lastOfLength[low] = index;
  }
  const kept = new Set<number>();
  for (let index = lastOfLength.at(-1); index !== undefined; index = previous[index]) {
    kept.add(index);
  }
  return kept;
}

/** A place where two values differ; `before` or `after` is absent when nothing is there. */
interface Difference {
  readonly keys: readonly (string | number)[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

function differences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  keys: readonly (string | number)[],
  defaultOf: DefaultOf,
): Difference[] {
  if (before === undefined) return after === undefined ? [] : [{ keys, after }];
  if (after === undefined) return [{ keys, before }];
  if (jsonEqual(before, after)) return [];
  if (isList(before) && isList(after)) return listDifferences(before, after, keys, defaultOf);
  if (isJsonObject(before) && isJsonObject(after) && before["type"] === after["type"]) {
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return names.flatMap((name) => {
      const [one, other] = [ownMember(before, name), ownMember(after, name)];
      const isConfig = name === "config" && keys.at(-2) === "actions";
      const filled = (config: JsonValue | undefined, from: JsonValue | undefined) =>
        isConfig ? withDefaults(config, from, (field) => defaultOf(before["type"], field)) : config;
      return differences(filled(one, other), filled(other, one), [...keys, name], defaultOf);
    });
  }
  return [{ keys, before, after }];
}

function withDefaults(
  config: JsonValue | undefined,
  other: JsonValue | undefined,
  defaultOf: (field: string) => JsonValue | undefined,
): JsonValue | undefined {
  if (!isJsonObject(other) || !(config === undefined || isJsonObject(config))) return config;
  const missing = Object.keys(other).filter((field) => !Object.hasOwn(config ?? {}, field));
  const defaults = missing.flatMap((field): [string, JsonValue][] => {
    const value = defaultOf(field);
    return value === undefined ? [] : [[field, value]];
  });
  if (config === undefined && defaults.length < missing.length) return undefined;
  return { ...config, ...Object.fromEntries(defaults) };
}

/** Compares lists item by item between their common prefix and suffix. */
function listDifferences(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keys: readonly (string | number)[],
  defaultOf: DefaultOf,
): Difference[] {
  let start = 0;
  while (same(before[start], after[start])) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length);
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const count = Math.max(before.length, after.length) - end - start;
  return Array.from({ length: count }, (_item, offset) => start + offset).flatMap((index) =>
    differences(
      index < before.length - end ? before[index] : undefined,
      index < after.length - end ? after[index] : undefined,
      [...keys, index],
      defaultOf,
    ),
  );
}

function same(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left !== undefined && right !== undefined && jsonEqual(left, right);
}

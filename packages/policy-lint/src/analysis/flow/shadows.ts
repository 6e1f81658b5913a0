import { getOrAdd } from "@traffic-policy/policy-language";
import {
  all,
  areContradictory,
  type Atom,
  follows,
  type Formula,
  keyOf,
  subjectsOf,
} from "@traffic-policy/policy-logic";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { Changes } from "./changes.ts";
import { ruleKey } from "./rule-key.ts";
import {
  alwaysMatches,
  endsProcessing,
  formulasOf,
  isUnderstood,
  ofEqualConditions,
  readBy,
} from "./rule-facts.ts";

/** Finds the rules that no request reaches, as the rules of a direction are walked in order. */
export class Shadows {
  readonly #ending = new EndingRules();
  readonly #changes = new Changes();
  /** flow/unreachable-rule reports the rules after one that matches every request. */
  #isOver = false;

  /** The earlier rule that matches all requests of this one, if there is one. */
  next(rule: RuleNode): RuleNode | undefined {
    if (this.#isOver) return undefined;
    const by = this.#ending.shadowing(rule, this.#changes);
    if (by !== undefined) {
      const isReportedElsewhere = ruleKey(by.rule) === ruleKey(rule) || isContradictory(rule);
      return isReportedElsewhere ? undefined : by.rule;
    }
    this.#changes.add(rule);
    if (endsProcessing(rule) && isUnderstood(rule)) {
      if (alwaysMatches(rule)) this.#isOver = true;
      else this.#ending.add(rule);
    }
    return undefined;
  }
}

function isContradictory(rule: RuleNode): boolean {
  return areContradictory(formulasOf(rule));
}

interface EndingRule {
  readonly rule: RuleNode;
  /** What rules with equal conditions share; stored for the first only, because it takes much memory. */
  readonly conditions: object | undefined;
  readonly formula: Formula;
  /** The namespaces of the variables that its conditions read. */
  readonly reads: readonly string[];
}

/** The keys under which each condition of a rule can be stored, if all can. */
const keysOf = ofEqualConditions((rule): readonly (readonly string[])[] | undefined => {
  const keys = formulasOf(rule).map((formula) => storageKeys(formula));
  return keys.every((some) => some !== undefined) ? keys : undefined;
});

const prefixesOf = ofEqualConditions((rule) => formulasOf(rule).flatMap(prefixLengths));

/** How many formulas may refer to the parts of the rules that they were made for. */
const mostUncopied = 100;

/** How many rules under one key, and in all, are compared with one rule. */
const mostOfKey = 4;
const mostCompared = 16;

/**
 * Rules with conditions that end processing, indexed by their conditions, so that of thousands of
 * them only the few that a later rule may be a special case of are compared with it.
 */
class EndingRules {
  readonly #byKey = new Map<string, EndingRule[]>();
  #count = 0;
  /** The lengths of the prefixes that the rules test for. */
  #prefixes: readonly number[] = [];

  add(rule: RuleNode): void {
    const keys = keysOf(rule);
    if (keys === undefined) return;
    const best = keys.toSorted((one, other) => this.#crowd(one) - this.#crowd(other))[0] ?? [];
    this.#count += 1;
    const isCopied = this.#count > mostUncopied;
    const entry: EndingRule = {
      rule,
      conditions: isCopied ? undefined : rule.conditionFacts,
      formula: all(formulasOf(rule)),
      reads: readBy(rule),
    };
    for (const key of best)
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), entry].slice(-mostOfKey));
    for (const length of prefixesOf(rule)) {
      if (this.#prefixes.includes(length)) continue;
      this.#prefixes = [...this.#prefixes, length].toSorted((one, other) => one - other);
    }
  }

  /** A rule that matches all requests that a later one matches. */
  shadowing(rule: RuleNode, changes: Changes): EndingRule | undefined {
    if (this.#byKey.size === 0) return undefined;
    const candidates = new Set<EndingRule>();
    for (const key of keysToLookUp(rule, this.#prefixes)) {
      for (const entry of this.#byKey.get(key) ?? []) candidates.add(entry);
      if (candidates.size >= mostCompared) break;
    }
    for (const entry of candidates) {
      if (changes.hasNoneSince(entry.rule.index, entry.reads) && isSpecialCase(rule, entry))
        return entry;
    }
    return undefined;
  }

  #crowd(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.#byKey.get(key)?.length ?? 0));
  }
}

/** Whether a rule matches only requests that another one matches. */
function isSpecialCase(rule: RuleNode, { conditions, formula }: EndingRule): boolean {
  if (conditions === undefined) return follows(formula, formulasOf(rule));
  return getOrAdd(comparedWith(rule), conditions, () => follows(formula, formulasOf(rule)));
}

/** Whether a rule is a special case of others, by what is known of the conditions of those. */
const comparedWith = ofEqualConditions(() => new WeakMap<object, boolean>());

/** The keys of what may match the requests of a rule; those of the last call when they are the same. */
function keysToLookUp(rule: RuleNode, prefixes: readonly number[]): readonly string[] {
  const last = lookedUp(rule);
  const isSame =
    last.prefixes.length === prefixes.length &&
    last.prefixes.every((length, index) => length === prefixes[index]);
  if (last.keys !== undefined && isSame) return last.keys;
  const keys = formulasOf(rule).flatMap((formula) => lookupKeys(formula, prefixes));
  if (prefixes.length <= mostPrefixes) Object.assign(last, { prefixes, keys });
  return keys;
}

/** For more of them the keys would take much memory. */
const mostPrefixes = 8;

const lookedUp = ofEqualConditions(
  (): { prefixes: readonly number[]; keys: readonly string[] | undefined } => ({
    prefixes: [],
    keys: undefined,
  }),
);

/**
 * The keys under which a condition is stored, so that a condition that it follows from finds it by
 * one of its {@link lookupKeys}. Undefined when it follows from none.
 */
function storageKeys(formula: Formula, holds = true): readonly string[] | undefined {
  switch (formula.kind) {
    case "constant":
      return undefined;
    case "requires":
      return storageKeys(formula.of, holds);
    case "not":
      return storageKeys(formula.of, !holds);
    case "atom":
      return exactKeys(formula, holds) ?? otherKeys(formula);
    case "all":
    case "any":
      // What `a || b` follows from is usually a case of one of the parts.
      return (formula.kind === "any") === holds
        ? allOf(formula.parts.map((part) => storageKeys(part, holds)))
        : otherKeys(formula);
    case "choice":
      return otherKeys(formula);
  }
}

function allOf(keys: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return keys.includes(undefined) ? undefined : keys.flatMap((some) => some ?? []);
}

/** The keys of a subject that has one of some values, or a text that begins in some way. */
function exactKeys({ subject, test }: Atom, holds: boolean): string[] | undefined {
  if (test.kind === "one-of") {
    const constants = [...test.constants.values()];
    const [first, ...others] = constants;
    // With few values, not being one implies being another.
    if (subject.form === "scheme") return undefined;
    if (holds) return constants.map((constant) => valueKey(subject.key, keyOf(constant)));
    return first?.kind === "bool" && others.length === 0
      ? [valueKey(subject.key, keyOf({ ...first, value: !first.value }))]
      : undefined;
  }
  const prefix = prefixOf(test);
  return prefix === undefined || !holds ? undefined : [prefixKey(subject.key, prefix)];
}

function prefixOf(test: Atom["test"]): string | undefined {
  return test.kind === "text" && test.test.kind === "startsWith" ? test.test.text : undefined;
}

function prefixLengths(formula: Formula): readonly number[] {
  switch (formula.kind) {
    case "any":
      return formula.parts.flatMap(prefixLengths);
    case "requires":
      return prefixLengths(formula.of);
    case "atom": {
      const prefix = prefixOf(formula.test);
      return prefix === undefined ? [] : [prefix.length];
    }
    default:
      return [];
  }
}

/**
 * The keys of everything that may follow from a condition.
 *
 * @param prefixes - the lengths of the prefixes under which conditions are stored
 */
function lookupKeys(
  formula: Formula,
  prefixes: readonly number[],
  holds = true,
): readonly string[] {
  return [...impliedKeys(formula, prefixes, holds), ...otherKeys(formula, true)];
}

function impliedKeys(formula: Formula, prefixes: readonly number[], holds: boolean): string[] {
  const of = (part: Formula): string[] => impliedKeys(part, prefixes, holds);
  switch (formula.kind) {
    case "requires":
      return [
        ...of(formula.of),
        ...formula.needs.flatMap((need) => impliedKeys(need, prefixes, true)),
      ];
    case "not":
      return impliedKeys(formula.of, prefixes, !holds);
    case "all":
    case "any":
      // What follows from all parts of `a || b` follows from the first.
      return (formula.kind === "all") === holds
        ? formula.parts.flatMap(of)
        : formula.parts.slice(0, 1).flatMap(of);
    case "choice":
      return of(formula.whenTrue);
    case "atom":
      return atomKeys(formula, prefixes, holds);
    case "constant":
      return [];
  }
}

function atomKeys(atom: Atom, lengths: readonly number[], holds: boolean): string[] {
  const { subject, test } = atom;
  const prefix = prefixOf(test);
  if (prefix !== undefined) return holds ? prefixKeys(subject.key, prefix, lengths) : [];
  // What follows from being one of several values follows from being the first of them.
  const keys = exactKeys(atom, holds)?.slice(0, 1) ?? [];
  const [first] = test.kind === "one-of" && holds ? test.constants.values() : [];
  return first?.kind === "text"
    ? [...keys, ...prefixKeys(subject.key, first.value, lengths)]
    : keys;
}

const longestPrefix = 200;

function prefixKeys(subject: string, text: string, lengths: readonly number[]): string[] {
  const longest = Math.min(text.length, longestPrefix);
  return lengths
    .filter((length) => length <= longest)
    .map((length) => prefixKey(subject, text.slice(0, length)));
}

function valueKey(subject: string, value: string): string {
  return `${subject} is ${value}`;
}

function prefixKey(subject: string, prefix: string): string {
  return `${subject} begins with ${prefix}`;
}

function otherKeys(formula: Formula, withNeeds = false): string[] {
  return [...subjectsOf(formula, { withNeeds })].map((subject) => `${subject} otherwise`);
}

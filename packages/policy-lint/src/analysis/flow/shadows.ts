import { getOrAdd } from "@traffic-policy/policy-language";
import { all, areContradictory, follows, type Formula } from "@traffic-policy/policy-logic";
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
import { lookupKeys, prefixLengths, storageKeys } from "./lookup-keys.ts";

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
      const isToldOtherwise = ruleKey(by.rule) === ruleKey(rule) || isContradictory(rule);
      return isToldOtherwise ? undefined : by.rule;
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

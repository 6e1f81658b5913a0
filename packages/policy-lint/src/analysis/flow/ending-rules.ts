import type { RuleNode } from "../../nodes/rule-node.ts";
import { follows } from "../logic/claims.ts";
import type { Formula } from "../logic/formula.ts";
import { ofEqualRules } from "../of-equal-rules.ts";
import type { Changes } from "./changes.ts";
import { formulasOf } from "./formulas-of.ts";
import { KeptFormulas } from "./kept-formulas.ts";
import { lookupKeys, storageKeys } from "./lookup-keys.ts";
import { namespacesRead } from "./namespaces-read.ts";
import { ruleKey } from "./rule-key.ts";

/** What is kept of a rule with conditions that ends processing. */
interface EndingRule {
  readonly rule: RuleNode;
  readonly key: string | undefined;
  readonly formula: Formula;
  /** The namespaces of the variables that its conditions look at. */
  readonly reads: readonly string[];
}

/** The namespaces of the variables that the conditions of a rule look at. */
const readBy = ofEqualRules(({ conditions }): readonly string[] =>
  conditions.flatMap((condition) => [...namespacesRead(condition)]),
);

/** How many rules under one key, and in all, are looked at for one rule. */
const mostOfKey = 4;
const mostCompared = 16;

/**
 * Rules with conditions that end processing, kept by what they ask for: so that of thousands of
 * them only the few that a later rule may be a special case of are compared with it.
 */
export class EndingRules {
  readonly #byKey = new Map<string, EndingRule[]>();
  readonly #formulas = new KeptFormulas();

  add(rule: RuleNode): void {
    const parts = formulasOf(rule);
    const keys = parts.map(storageKeys);
    if (keys.includes(undefined)) return;
    const best = keys.toSorted((one, other) => this.#crowd(one) - this.#crowd(other))[0] ?? [];
    const entry: EndingRule = {
      rule,
      key: ruleKey(rule),
      formula: this.#formulas.keep({ kind: "all", parts }),
      reads: readBy(rule),
    };
    for (const key of best)
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), entry].slice(-mostOfKey));
  }

  /** A rule that takes all requests that another one, which comes later, matches. */
  shadowing(rule: RuleNode, changes: Changes): EndingRule | undefined {
    if (this.#byKey.size === 0) return undefined;
    const given = formulasOf(rule);
    const candidates = new Set<EndingRule>();
    for (const key of given.flatMap(lookupKeys)) {
      for (const entry of this.#byKey.get(key) ?? []) candidates.add(entry);
      if (candidates.size >= mostCompared) break;
    }
    for (const entry of candidates) {
      const { rule: earlier, formula, reads } = entry;
      if (changes.hasNoneSince(earlier.index, reads) && follows(formula, given)) return entry;
    }
    return undefined;
  }

  #crowd(keys: readonly string[] | undefined): number {
    return Math.max(0, ...(keys ?? []).map((key) => this.#byKey.get(key)?.length ?? 0));
  }
}

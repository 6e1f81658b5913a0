import type { RuleNode } from "../../nodes/rule-node.ts";
import { follows } from "../logic/claims.ts";
import type { Formula } from "../logic/formula.ts";
import { conjunctionOf } from "../logic/conjunction-of.ts";
import type { Changes } from "./changes.ts";
import { lookupKeys, storageKeys } from "./lookup-keys.ts";
import { namespacesRead } from "./namespaces-read.ts";

interface EndingRule {
  readonly rule: RuleNode;
  readonly formula: Formula;
}

/** How many rules under one key, and in all, are looked at for one rule. */
const mostOfKey = 4;
const mostCompared = 16;

/**
 * Rules with conditions that end processing, kept by what they ask for: so that of thousands of
 * them only the few that a later rule may be a special case of are compared with it.
 */
export class EndingRules {
  readonly #byKey = new Map<string, EndingRule[]>();

  add(rule: RuleNode): void {
    const parts = conjunctionOf(rule).map(({ formula }) => formula);
    const keys = parts.map(storageKeys);
    if (keys.includes(undefined)) return;
    const best = keys.toSorted((one, other) => this.#crowd(one) - this.#crowd(other))[0] ?? [];
    const entry: EndingRule = { rule, formula: { kind: "all", parts } };
    for (const key of best)
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), entry].slice(-mostOfKey));
  }

  /** A rule that takes all requests that another one, which comes later, matches. */
  shadowing(rule: RuleNode, changes: Changes): RuleNode | undefined {
    const given = conjunctionOf(rule).map(({ formula }) => formula);
    const candidates = new Set<EndingRule>();
    for (const key of given.flatMap(lookupKeys)) {
      for (const entry of this.#byKey.get(key) ?? []) candidates.add(entry);
      if (candidates.size >= mostCompared) break;
    }
    for (const { rule: earlier, formula } of candidates) {
      if (!follows(formula, given)) continue;
      const reads = earlier.conditions.flatMap((condition) => [...namespacesRead(condition)]);
      if (changes.hasNoneSince(earlier.index, reads)) return earlier;
    }
    return undefined;
  }

  #crowd(keys: readonly string[] | undefined): number {
    return Math.max(0, ...(keys ?? []).map((key) => this.#byKey.get(key)?.length ?? 0));
  }
}

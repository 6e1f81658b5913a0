import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { NamespaceChanges } from "../../analysis/flow/namespace-changes.ts";
import { likenessOf, ruleKey } from "../../analysis/flow/rule-key.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";
import { readBy, readByActions, ruleTitle } from "../../analysis/flow/rule-facts.ts";

class FirstOnes {
  /** By likeness: the only rule, or all rules by key. Most rules are unlike any other, and need no key. */
  readonly #byLikeness = new Map<string, RuleNode | Map<string | undefined, RuleNode>>();

  /** Returns the first rule that is equal to this one; this rule if there is none before. */
  of(rule: RuleNode, likeness: string): RuleNode {
    let alike = this.#byLikeness.get(likeness);
    if (alike === undefined) {
      this.#byLikeness.set(likeness, rule);
      return rule;
    }
    if (!(alike instanceof Map)) {
      alike = new Map([[ruleKey(alike), alike]]);
      this.#byLikeness.set(likeness, alike);
    }
    return getOrAdd(alike, ruleKey(rule), () => rule);
  }
}

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  tag: "unnecessary",
  docs: {
    what: "A direction has the same rule twice, apart from the names.",
    wrong: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'DELETE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The second rule does nothing new, or does the same thing twice. Usually it was copied and then forgotten. Removing it can change the result when its actions add up, so review the fix. Nothing is reported when a rule between the two may change what they read.",
  },
  visit: {
    section(_section, report) {
      const firsts = new FirstOnes();
      const changes = new NamespaceChanges();
      return (rule) => {
        const likeness = likenessOf(rule);
        const first = likeness === undefined ? rule : firsts.of(rule, likeness);
        const isSame =
          first !== rule &&
          changes.hasNoneSince(first.index, [...readBy(rule), ...readByActions(rule)]);
        changes.add(rule);
        if (!isSame) return;
        const { path } = rule;
        report({
          path,
          message: `This rule is the same as ${ruleTitle(first)}.`,
          help: "Remove it, or change what should be different.",
          related: [{ message: "The first one is here.", path: first.path }],
          fix: { title: "Remove the rule", safe: false, edits: [{ path, remove: true }] },
        });
      };
    },
  },
});

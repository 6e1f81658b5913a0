import { Changes } from "../../analysis/flow/changes.ts";
import { readBy, readByActions } from "../../analysis/flow/namespaces-read.ts";
import { likenessOf, ruleKey } from "../../analysis/flow/rule-key.ts";
import { ruleTitle } from "../../analysis/flow/rule-title.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

/** The first of all rules that are the same. */
class FirstOnes {
  /** The only one, or all by their keys: most rules are like no other, and need no key. */
  readonly #byLikeness = new Map<string, RuleNode | Map<string | undefined, RuleNode>>();

  /** The first rule that is the same as one, or that one. */
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
    const first = alike.get(ruleKey(rule));
    if (first === undefined) alike.set(ruleKey(rule), rule);
    return first ?? rule;
  }
}

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A direction has the same rule twice, names aside.",
    wrong: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'DELETE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The second rule does nothing that the first has not done, or it does it twice. Mostly it was copied and then forgotten. Removing it can change something when its actions add up, so look at the fix before. Nothing is said when a rule between the two may change what they look at.",
  },
  visit: {
    section(_section, report) {
      const firsts = new FirstOnes();
      const changes = new Changes();
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
          help: "Remove it, or change what was meant to be different.",
          related: [{ message: "This is the first of them.", path: first.path }],
          fix: { title: "Remove the rule", safe: false, edits: [{ path, remove: true }] },
        });
      };
    },
  },
});

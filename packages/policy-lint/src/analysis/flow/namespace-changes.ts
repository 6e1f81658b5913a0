import { changedNamespaces } from "@traffic-policy/policy-language/internal";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { endsProcessing, ofRule } from "./rule-facts.ts";

/** The namespaces that a rule changes; undefined when it may change anything. */
const changedBy = ofRule(({ actions }): readonly string[] | undefined => {
  const changes = actions.map(({ definition }) => definition && changedNamespaces(definition));
  return changes.includes(undefined) ? undefined : changes.flatMap((names) => names ?? []);
});

/** Tracks the last rule that changed the variables of each namespace. Expects the rules in order. */
export class NamespaceChanges {
  readonly #lastOf = new Map<string, number>();
  #lastOfAll = -1;

  add(rule: RuleNode): void {
    // After a rule that ends processing, no other rule sees its changes.
    if (endsProcessing(rule)) return;
    const namespaces = changedBy(rule);
    if (namespaces === undefined) this.#lastOfAll = rule.index;
    else for (const namespace of namespaces) this.#lastOf.set(namespace, rule.index);
  }

  hasNoneSince(index: number, namespaces: readonly string[]): boolean {
    if (this.#lastOfAll > index) return false;
    return namespaces.every((namespace) => (this.#lastOf.get(namespace) ?? -1) <= index);
  }
}

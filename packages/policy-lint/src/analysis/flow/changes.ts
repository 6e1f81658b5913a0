import type { RuleNode } from "../../nodes/rule-node.ts";
import { endingAction } from "./ends-processing.ts";

/** Which rule was the last to change the variables of a namespace, as rules are gone through. */
export class Changes {
  readonly #lastOf = new Map<string, number>();
  /** The last rule with an action that may change anything. */
  #lastOfAll = -1;

  /** Takes note of a rule that later rules may run after. */
  add(rule: RuleNode): void {
    // After a rule that ends processing no other one sees what it has changed.
    if (endingAction(rule) !== undefined) return;
    for (const { definition } of rule.actions) {
      if (definition?.changes === undefined) this.#lastOfAll = rule.index;
      else for (const namespace of definition.changes) this.#lastOf.set(namespace, rule.index);
    }
  }

  /** Whether all of the namespaces are as they were when a rule was gone through. */
  hasNoneSince(index: number, namespaces: Iterable<string>): boolean {
    if (this.#lastOfAll > index) return false;
    return [...namespaces].every((namespace) => (this.#lastOf.get(namespace) ?? -1) <= index);
  }
}

import type { Rule } from "@traffic-policy/policy-language";
import type { ActionBuilder } from "./action.ts";
import type { Condition } from "./expressions/condition.ts";
import { CallSite } from "./origin.ts";

/**
 * A rule with this name. It matches when all of its conditions are true, and always when it has
 * none.
 *
 * @example
 * ```ts
 * rule("Refuse posts").when(req.method.eq("POST")).do(deny({ statusCode: 405 }))
 * ```
 */
export function rule(name: string): RuleBuilder {
  return new RuleBuilder({ name, conditions: [], actions: [], callSite: new CallSite(rule) });
}

interface Parts {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly actions: readonly ActionBuilder[];
  readonly callSite: CallSite;
}

/** A rule in the making. It never changes: every method returns a new one. */
export class RuleBuilder {
  readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Adds conditions; all conditions of a rule must be true. */
  when(...conditions: readonly Condition[]): RuleBuilder {
    return new RuleBuilder({
      ...this.parts,
      conditions: [...this.parts.conditions, ...conditions],
    });
  }

  /** Adds actions, which are done in this order. */
  do(...actions: readonly ActionBuilder[]): RuleBuilder {
    return new RuleBuilder({ ...this.parts, actions: [...this.parts.actions, ...actions] });
  }

  /** The rule as it stands in the policy document. */
  toRule(): Rule {
    const { name, conditions, actions } = this.parts;
    return {
      name,
      ...(conditions.length === 0 ? {} : { expressions: conditions.map(String) }),
      actions: actions.map(({ action }) => action),
    };
  }
}

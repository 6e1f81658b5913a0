import { areContradictory } from "@traffic-policy/policy-logic";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { alwaysMatches, isUnderstood } from "./always-matches.ts";
import { Changes } from "./changes.ts";
import { EndingRules } from "./ending-rules.ts";
import { endsProcessing } from "./ends-processing.ts";
import { formulasOf } from "./formulas-of.ts";
import { ruleKey } from "./rule-key.ts";

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

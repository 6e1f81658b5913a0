import { all, type Formula } from "@traffic-policy/policy-logic";
import { areContradictory, isAlwaysTrue, isNeverTrue } from "@traffic-policy/policy-logic/internal";
import { endingOf, shortened } from "@traffic-policy/policy-language/internal";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { answer } from "../logic/answer.ts";
import { conjunctionOf } from "../logic/operands.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

/** Computes a fact about a rule once, for all lint rules that need it while they visit the rule. */
export function ofRule<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.facts.once(find, find, rule);
}

/**
 * Computes a fact about the conditions of a rule, once for all equal conditions.
 *
 * @param find - reads only the conditions; its result must not refer to them, because they contain their places
 */
export function ofEqualConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.conditionFacts.once(find, find, rule);
}

/**
 * Computes a fact about the logic of a rule's conditions, once for all conditions with equal outlines.
 *
 * @param find - reads only what conditions mean together; its result must not refer to them
 */
export function ofAlikeConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.alikeFacts.once(find, find, rule);
}

/** The conditions that must hold together for a rule to match, as far as they are known. */
export const formulasOf = ofEqualConditions((rule): readonly Formula[] =>
  conjunctionOf(rule).operands.map(({ formula }) => formula),
);

export const formulaOf = ofEqualConditions((rule) => all(formulasOf(rule)));

/** True when no request matches a rule; undefined when the analysis would cost too much. */
export const isContradictory = ofAlikeConditions(
  (rule) =>
    answer(() =>
      conjunctionOf(rule).isApart
        ? formulasOf(rule).some(isNeverTrue)
        : areContradictory(formulasOf(rule)),
    )?.value,
);

export const isUnderstood = ofAlikeConditions(
  (rule) =>
    rule.isWhole && rule.conditions.every((condition) => condition.facts.logic !== undefined),
);

export function alwaysMatches(rule: RuleNode): boolean {
  return isUnderstood(rule) && areAlwaysTrue(rule);
}

const areAlwaysTrue = ofAlikeConditions(
  (rule) => answer(() => formulasOf(rule).every(isAlwaysTrue))?.value === true,
);

function alwaysEnds(action: ActionNode): boolean {
  const { definition, place } = action;
  if (definition === undefined) return false;
  const { sections } = definition;
  const { protocol, direction } = place;
  // The effect of an action in a place where it does not exist is unknown.
  const places = protocol === undefined ? Object.values(sections) : [sections[protocol]];
  if (!places.some((possible) => possible.includes(direction))) return false;
  return endingOf(definition, (name) => action.field(name)) === "always";
}

export function endsProcessing(rule: RuleNode): boolean {
  return endingAction(rule) !== undefined;
}

export const endingAction = ofRule(({ actions }) => actions.find(alwaysEnds));

function namespacesRead(expression: ExpressionNode): readonly string[] {
  const { checked } = expression;
  if (checked === undefined || expression.facts.logic === undefined) return [];
  const names = checked.variables.map(({ definition }) => definition.name);
  for (const { reads = [] } of checked.functions) names.push(...reads);
  return names.map((name) => name.split(".", 1)[0] ?? "");
}

export const readBy = ofAlikeConditions(({ conditions }): readonly string[] => [
  ...new Set(conditions.flatMap(namespacesRead)),
]);

export const readByActions = ofRule(({ actions }): readonly string[] =>
  actions.flatMap(({ expressions }) => expressions.flatMap(namespacesRead)),
);

export function ruleTitle({ name, index }: RuleNode): string {
  return name === undefined || name === "" ? `rule ${index + 1}` : `"${shortened(name)}"`;
}

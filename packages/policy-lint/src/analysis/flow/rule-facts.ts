import { all, areContradictory, type Formula, isAlwaysTrue } from "@traffic-policy/policy-logic";
import { endingOf, shortened } from "@traffic-policy/policy-language";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { answer } from "../logic/answer.ts";
import { conjunctionOf, logicOf } from "../logic/operands.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

/** Computes something about a rule once, for all lint rules that need it while it is visited. */
export function ofRule<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.facts.once(find, find, rule);
}

/**
 * Computes something about the conditions of a rule, and only once for equal ones.
 *
 * @param find - looks at nothing but the conditions; what it returns must not refer to them, as they have
 *   their places
 */
export function ofEqualConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.conditionFacts.once(find, find, rule);
}

/** What has to be true together for a rule to match, as far as it is known. */
export const formulasOf = ofEqualConditions((rule): readonly Formula[] =>
  conjunctionOf(rule).operands.map(({ formula }) => formula),
);

/** The same as one formula. */
export const formulaOf = ofEqualConditions((rule) => all(formulasOf(rule)));

/** Whether there is no request that a rule matches; nothing when it is too much to tell. */
export const isContradictory = ofEqualConditions(
  (rule) => answer(() => areContradictory(formulasOf(rule)))?.value,
);

/** Whether all conditions of a rule can be analyzed. */
export const isUnderstood = ofEqualConditions(
  (rule) => rule.isWhole && rule.conditions.every((condition) => logicOf(condition) !== undefined),
);

/** Checks whether a rule certainly matches every request. */
export function alwaysMatches(rule: RuleNode): boolean {
  return isUnderstood(rule) && areAlwaysTrue(rule);
}

const areAlwaysTrue = ofEqualConditions(
  (rule) => answer(() => formulasOf(rule).every(isAlwaysTrue))?.value === true,
);

/** Whether nothing runs after an action, whatever the request is. */
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

/** Checks whether nothing runs after a rule that matches. */
export function endsProcessing(rule: RuleNode): boolean {
  return endingAction(rule) !== undefined;
}

/** The first action of a rule after which nothing runs. */
export const endingAction = ofRule(({ actions }) => actions.find(alwaysEnds));

/** The namespaces of the variables that an expression reads, itself or through functions. */
function namespacesRead(expression: ExpressionNode): readonly string[] {
  const { checked } = expression;
  if (checked === undefined || logicOf(expression) === undefined) return [];
  const names = checked.variables.map(({ definition }) => definition.name);
  for (const { reads = [] } of checked.functions) names.push(...reads);
  return names.map((name) => name.split(".", 1)[0] ?? "");
}

/** The namespaces of the variables that the conditions of a rule read. */
export const readBy = ofEqualConditions(({ conditions }): readonly string[] => [
  ...new Set(conditions.flatMap(namespacesRead)),
]);

/** The same for the expressions in the configs of its actions. */
export const readByActions = ofRule(({ actions }): readonly string[] =>
  actions.flatMap(({ expressions }) => expressions.flatMap(namespacesRead)),
);

/** How a sentence refers to a rule. */
export function ruleTitle({ name, index }: RuleNode): string {
  return name === undefined || name === "" ? `rule ${index + 1}` : `"${shortened(name)}"`;
}

import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { conjunctionOf } from "../logic/operands.ts";
import { ofEqualConditions, ofRule } from "../equal-rules.ts";
import { isUnderstood } from "./always-matches.ts";
import { digest } from "./digest.ts";

/**
 * A text that two rules share only when they have the same conditions, in any order and however
 * written, and the same actions. Undefined when the rule cannot be analyzed.
 */
export const ruleKey = ofRule((rule): string | undefined => {
  if (likenessOf(rule) === undefined) return undefined;
  const { name: _name, expressions: _expressions, ...others } = rule.value;
  return digest(JSON.stringify([conditionTexts(rule), inKeyOrder(others)]));
});

/**
 * A text that such rules share and others usually do not: the variables in their conditions, the types of their
 * actions and how long these are.
 */
export const likenessOf = ofRule((rule): string | undefined => {
  const { actions } = rule;
  if (!isUnderstood(rule) || actions.length === 0) return undefined;
  return [
    ...variablesIn(rule),
    ...actions.map(({ type, json }) => `${type} ${json.length}`),
  ].join();
});

const variablesIn = ofEqualConditions(({ conditions }): readonly string[] => {
  const uses = conditions.flatMap(({ checked }) => checked?.variables ?? []);
  return [...new Set(uses.map(({ definition }) => definition.name))].toSorted();
});

const conditionTexts = ofEqualConditions((rule): readonly string[] =>
  [...new Set(conjunctionOf(rule).map(({ canonicalText }) => canonicalText))].toSorted(),
);

/** The same value with the keys of its objects in one order. */
function inKeyOrder(value: JsonValue): unknown {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(inKeyOrder);
  if (!isJsonObject(value)) return value;
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, inKeyOrder(value[key] ?? null)]);
}

import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { conjunctionOf } from "../logic/operands.ts";
import { ofEqualConditions, ofRule } from "../equal-rules.ts";
import { isUnderstood } from "./always-matches.ts";
import { digest } from "./digest.ts";

/**
 * A text that two rules share only when they have the same conditions, in any order and however
 * written, and the same actions. Undefined when a rule is not understood.
 */
export const ruleKey = ofRule((rule): string | undefined => {
  if (likenessOf(rule) === undefined) return undefined;
  const { name: _name, expressions: _expressions, ...others } = rule.value;
  return digest(JSON.stringify([conditionTexts(rule), inKeyOrder(others)]));
});

/** The same for the conditions and the types of the actions, which mostly tells rules apart. */
export const likenessOf = ofRule((rule): string | undefined => {
  if (!isUnderstood(rule) || rule.actions.length === 0) return undefined;
  return `${conditionDigest(rule)} ${rule.actions.map(({ type }) => type).join(" ")}`;
});

const conditionDigest = ofEqualConditions((rule) => digest(JSON.stringify(conditionTexts(rule))));

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

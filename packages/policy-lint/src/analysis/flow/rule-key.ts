import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { itemsOf, type ActionNode } from "../../nodes/action-node.ts";
import { conjunctionOf } from "../logic/operands.ts";
import { isUnderstood, ofAlikeConditions, ofEqualConditions, ofRule } from "./rule-facts.ts";

/**
 * A text that is equal for two rules only if they have the same conditions, in any order and style, and the same
 * actions. Undefined when the rule cannot be analyzed.
 */
export const ruleKey = ofRule((rule): string | undefined => {
  if (likenessOf(rule) === undefined) return undefined;
  const { name: _name, expressions: _expressions, actions, ...others } = rule.value;
  const areAllKnown = itemsOf(actions).length === rule.actions.length;
  const rest = areAllKnown ? others : { actions: actions ?? null, ...others };
  return [conditionsKey(rule), ...rule.actions.map(actionKey), keyOf(rest)].join("");
});

/**
 * A cheap text that is equal for equal rules and usually differs for others: the variables in their conditions, and
 * the types and lengths of their actions.
 */
export const likenessOf = ofRule((rule): string | undefined => {
  const { actions } = rule;
  if (!isUnderstood(rule) || actions.length === 0) return undefined;
  return [
    ...variablesIn(rule),
    ...actions.map(({ type, json }) => `${type} ${json.length}`),
  ].join();
});

const variablesIn = ofAlikeConditions(({ conditions }): readonly string[] => {
  const uses = conditions.flatMap(({ checked }) => checked?.variables ?? []);
  return [...new Set(uses.map(({ definition }) => definition.name))].toSorted();
});

const conditionsKey = ofEqualConditions((rule): string => {
  const texts = conjunctionOf(rule).operands.map(({ canonicalText }) => canonicalText);
  return keyOf([...new Set(texts)].toSorted());
});

function actionKey({ facts, value }: ActionNode): string {
  return facts.once(actionKey, keyOf, value as JsonValue);
}

function keyOf(value: JsonValue): string {
  return digest(JSON.stringify(inKeyOrder(value)));
}

function inKeyOrder(value: JsonValue): unknown {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(inKeyOrder);
  if (!isJsonObject(value)) return value;
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, inKeyOrder(value[key] ?? null)]);
}

/**
 * Returns a 64-bit digest of a long text. The texts of a policy do not collide by chance. Collisions can be
 * constructed, but there is nothing to gain by it.
 */
function digest(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x85ebca6b);
    one ^= one >>> 13;
    other = Math.imul(other ^ unit, 0xc2b2ae35);
    other ^= other >>> 16;
  }
  return String.fromCharCode(one >>> 16, one & 0xffff, other >>> 16, other & 0xffff);
}

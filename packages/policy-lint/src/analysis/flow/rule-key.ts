import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { conjunctionOf } from "../logic/conjunction-of.ts";
import { isUnderstood } from "./always-matches.ts";
import { digest } from "./digest.ts";

/**
 * A text that two rules share only when they have the same conditions, in any order and however
 * written, and the same actions. Undefined when a rule is not understood.
 */
export function ruleKey(rule: RuleNode): string | undefined {
  const { conditions } = rule;
  if (!keys.has(conditions)) keys.set(conditions, makeKey(rule));
  return keys.get(conditions);
}

// By the conditions, and not by the rule, which may let go of them.
const keys = new WeakMap<readonly ExpressionNode[], string | undefined>();

function makeKey(rule: RuleNode): string | undefined {
  if (!isUnderstood(rule) || rule.actions.length === 0) return undefined;
  const conditions = new Set(conjunctionOf(rule).map(({ canonicalText }) => canonicalText));
  const others = Object.entries(rule.value).filter(
    ([key]) => key !== "name" && key !== "expressions",
  );
  return digest(
    JSON.stringify([[...conditions].toSorted(), inKeyOrder(Object.fromEntries(others))]),
  );
}

/** The same value with the keys of its objects in one order. */
function inKeyOrder(value: JsonValue): unknown {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(inKeyOrder);
  if (!isJsonObject(value)) return value;
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, inKeyOrder(value[key] ?? null)]);
}

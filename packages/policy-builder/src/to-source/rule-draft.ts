import type { JsonValue } from "@traffic-policy/policy-language";
import { places } from "../expressions/cel-expression.ts";
import type { PlaceSet } from "../restriction.generated.ts";
import { actionCode, isWritableAction, type WritableAction } from "./action-code.ts";
import type { Code } from "./code.ts";
import { conditionCode } from "./condition-code.ts";

/** A condition or an action, which another rule may have as well. */
export type Part =
  | { readonly kind: "condition"; readonly code: Code; readonly written: string }
  | { readonly kind: "action"; readonly code: Code; readonly written: WritableAction };

/** The calls that build a rule, in their order; parts may get a name yet. */
export interface RuleDraft {
  readonly name: string | undefined;
  readonly calls: readonly RuleCall[];
}

export type RuleCall =
  | { readonly method: "when" | "do"; readonly parts: readonly Part[] }
  | { readonly method: "set"; readonly member: string; readonly value: JsonValue };

/**
 * The calls that build a rule; nothing when no calls do: a rule of the builder always has a list of
 * actions.
 *
 * @param allowed - the places where the policy has it
 */
export function ruleDraft(rule: unknown, allowed: PlaceSet): RuleDraft | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  if (!Object.hasOwn(rule, "actions")) return undefined;
  let name: string | undefined;
  let left = allowed;
  const calls: RuleCall[] = [];
  for (const [member, value] of inReadingOrder(rule)) {
    if (member === "name" && typeof value === "string") {
      name = value;
    } else if (member === "expressions" && isTexts(value) && value.length > 0) {
      const parts = value.map((written): Part => {
        const { code, value: condition } = conditionCode(written, left);
        left &= condition[places];
        return { kind: "condition", code, written };
      });
      calls.push({ method: "when", parts });
    } else if (member === "actions" && isActions(value)) {
      const parts = value.map((written): Part => {
        const { code, value: action } = actionCode(written, left);
        left &= action[places];
        return { kind: "action", code, written };
      });
      if (parts.length > 0) calls.push({ method: "do", parts });
    } else {
      calls.push({ method: "set", member, value });
    }
  }
  return { name, calls };
}

// What a rule is for, when it matches, what it does: the order of its members means nothing.
function inReadingOrder(rule: object): readonly [string, JsonValue][] {
  const known = ["name", "expressions", "actions"];
  const entries: readonly [string, JsonValue][] = Object.entries(rule);
  const rank = ([member]: readonly [string, unknown]): number =>
    known.includes(member) ? known.indexOf(member) : known.length;
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isActions(value: unknown): value is readonly WritableAction[] {
  return Array.isArray(value) && value.every(isWritableAction);
}

import { type JsonValue, type Protocol } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { placesOf, type PlaceSet } from "../places.ts";
import type { Restriction } from "../restriction.ts";
import { places } from "../expressions/cel-expression.ts";
import { actionCode, isWritableAction, type WritableAction } from "./action-code.ts";
import { code, imported, unprintable, stringCode, type Code, type Built } from "./code.ts";
import { cel } from "../cel.ts";
import type { Condition } from "../expressions/condition.ts";
import { typedCondition } from "./expression.ts";
import type { SourceDialect } from "./names.ts";

export type PolicyDraft = readonly PolicyCall[];

export type PolicyCall = RulesCall | SetCall;

interface RulesCall {
  readonly method: string;
  readonly rules: readonly RuleDraft[];
}

export interface SetCall {
  readonly member: string;
  readonly value: JsonValue;
}

/** Drafts the calls that build a policy document, for a protocol or for any. */
export function policyDraft(
  document: object,
  dialect: SourceDialect,
  protocol: Protocol | undefined,
): PolicyDraft {
  const entries: readonly [string, JsonValue][] = Object.entries(document);
  return entries.map(([member, value]): PolicyCall => {
    // None where there is no such section, or policies for the protocol do not have it.
    const allowed = placesOf(dialect, { protocol, direction: member });
    const rules = allowed === 0 ? undefined : ruleDrafts(value, dialect, allowed);
    return rules === undefined ? { member, value } : { method: camelCase(member), rules };
  });
}

function ruleDrafts(
  value: JsonValue,
  dialect: SourceDialect,
  allowed: PlaceSet,
): readonly RuleDraft[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = value.map((rule) => ruleDraft(rule, dialect, allowed));
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

export type Part =
  | { readonly kind: "condition"; readonly code: Code; readonly written: string }
  | { readonly kind: "action"; readonly code: Code; readonly written: WritableAction };

export interface RuleDraft {
  readonly name: string | undefined;
  readonly calls: readonly RuleCall[];
}

export type RuleCall =
  | { readonly method: "when" | "do"; readonly parts: readonly Part[] }
  | SetCall;

/**
 * Drafts the calls that build a rule; undefined when no calls do. A rule of the builder always has a list of actions.
 *
 * @param allowed - the places where the policy has the rule
 */
function ruleDraft(
  rule: unknown,
  dialect: SourceDialect,
  allowed: PlaceSet,
): RuleDraft | undefined {
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
        const condition = conditionCode(written, dialect, left);
        left &= condition.value[places];
        return { kind: "condition", code: condition.code, written };
      });
      calls.push({ method: "when", parts });
    } else if (member === "actions" && isActions(value)) {
      const parts = value.map((written): Part => {
        const action = actionCode(written, dialect, left);
        left &= action.value[places];
        return { kind: "action", code: action.code, written };
      });
      if (parts.length > 0) calls.push({ method: "do", parts });
    } else {
      calls.push({ member, value });
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

/** Writes a condition as typed calls. Falls back to text when no typed calls fit these places. */
function conditionCode(
  text: string,
  dialect: SourceDialect,
  allowed: PlaceSet,
): Built<Condition<Restriction>> {
  const typed = typedCondition(text, dialect);
  return typed !== undefined && (typed.value[places] & allowed) !== 0
    ? typed
    : { code: celCode(text), value: cel.text(text) };
}

function celCode(text: string): Code {
  const tag = imported("cel");
  return isRaw(text) ? code`${tag}${`\`${text}\``}` : code`${tag}.text(${stringCode(text)})`;
}

function isRaw(text: string): boolean {
  if (/`|\$\{|\\[xu\d]/.test(text)) return false;
  // A backslash at the end would take the backtick with it.
  if (/(?<!\\)(?:\\\\)*\\$/.test(text)) return false;
  return text.replace(/[\n\t]/g, "").search(unprintable) < 0;
}

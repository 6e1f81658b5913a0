import { protocols, type JsonValue, type Protocol } from "@traffic-policy/policy-language";
import { placeBits, type PlaceSet } from "../restriction.generated.ts";
import { ruleDraft, type RuleDraft } from "./rule-draft.ts";

type Direction = "inbound" | "outbound";

/** The calls that build a policy, in their order. */
export type PolicyDraft = readonly PolicyCall[];

export type PolicyCall =
  | { readonly method: Direction; readonly rules: readonly RuleDraft[] }
  | { readonly method: "set"; readonly member: string; readonly value: JsonValue };

/** The calls that build a policy document, for a protocol or for any. */
export function policyDraft(document: object, protocol: Protocol | undefined): PolicyDraft {
  const entries: readonly [string, JsonValue][] = Object.entries(document);
  return entries.map(([member, value]): PolicyCall => {
    const rules = isDirection(member) ? ruleDrafts(value, placesOf(protocol, member)) : undefined;
    return isDirection(member) && rules !== undefined
      ? { method: member, rules }
      : { method: "set", member, value };
  });
}

function ruleDrafts(value: JsonValue, allowed: PlaceSet): readonly RuleDraft[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = value.map((rule) => ruleDraft(rule, allowed));
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function isDirection(member: string): member is Direction {
  return member === "inbound" || member === "outbound";
}

function placesOf(protocol: Protocol | undefined, direction: Direction): PlaceSet {
  const known: readonly Protocol[] = protocol === undefined ? protocols : [protocol];
  return known.reduce<PlaceSet>((all, one) => all | placeBits[one][direction], 0);
}

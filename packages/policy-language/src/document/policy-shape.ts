import { isSectionName, sectionNames } from "../dialects.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { nearMiss } from "../text/nearest.ts";
import { embeddedPolicies, missingPolicies } from "./embedded-policy.ts";

const key = `(?:${sectionNames.directions.join("|")}|on_\\w+|on[A-Z]\\w+)`;

const anyKey = new RegExp(`\\b${key}["']?\\s*:`);

// Of manifests and agent configurations, also where a policy lacks phases.
const holderKey = /\btraffic_?policy["']?\s*:|NgrokTrafficPolicy/i;

// At the left, or first in an object: what holds a policy further in is not told from a template of it.
const topKey = new RegExp(`^(?:\\s*\\{\\s*)?["']?${key}["']?\\s*:`, "m");

/** Whether a text may hold a policy, which is seen at once: it has a key that may be a section, or hold some. */
export function mayHoldPolicy(text: string): boolean {
  return anyKey.test(text) || holderKey.test(text);
}

/** Whether a text that cannot be read as JSON or YAML is meant as a policy. */
export function isMeantAsPolicy(text: string): boolean {
  return topKey.test(text) && /\bactions\b/.test(text);
}

/**
 * Whether a document is a policy, or holds one, by what is in it: a phase, or `inbound` or `outbound` with rules. A
 * document that only has a key of such a name is about something else.
 */
export function hasPolicyShape(document: JsonValue | undefined): boolean {
  if (!isJsonObject(document)) return false;
  const isMisplaced = missingPolicies(document).some(({ path }) => path !== "");
  return isMisplaced || embeddedPolicies(document).length > 0 || isPolicy(document);
}

function isPolicy(document: JsonObject): boolean {
  const keys = Object.keys(document);
  if (keys.length > 0 && keys.every(isSectionName)) return true;
  return keys.some(
    (name) =>
      sectionNames.phases.includes(name) || (isMeantAsSection(name) && hasRule(document[name])),
  );
}

function isMeantAsSection(name: string): boolean {
  return isSectionName(name) || nearMiss(name, sectionNames.phases) !== undefined;
}

function hasRule(rules: JsonValue | undefined): boolean {
  if (!Array.isArray(rules)) return false;
  return (rules as readonly JsonValue[]).some(
    (rule) =>
      isJsonObject(rule) && (Object.hasOwn(rule, "actions") || Object.hasOwn(rule, "expressions")),
  );
}

import { isSectionName, sectionNames } from "../dialects.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { nearMiss } from "../text/nearest.ts";
import { policyFilesNamedIn } from "./holders/agent.ts";
import { heldPolicies } from "./holders/held-policies.ts";
import { missingPolicies } from "./holders/missing-policies.ts";

const directions = sectionNames.directions.join("|");

const phases = sectionNames.phases.join("|");

const key = `(?:${directions}|on_\\w+|on[A-Z]\\w+|ON_\\w+)`;

// In a text of JSON inside of JSON, quotes are escaped.
const anyKey = new RegExp(`\\b${key}\\\\*["']?\\s*:`);

// Of manifests and agent configurations, also where a policy lacks phases.
const holderKey =
  /\btraffic_?policy(?:_file)?["']?\s*:|\bkind["']?\s*:\s*["']?(?:Ngrok)?TrafficPolicy\b/i;

// At the left, or first in an object: what holds a policy further in is not told from a template of it.
const topKey = new RegExp(`^(?:\\s*\\{\\s*)?["']?${key}["']?\\s*:`, "m");

/** Checks whether a text may hold a policy, which is seen at once: it has a key that may be a section, or hold some. */
export function mayHoldPolicy(text: string): boolean {
  return anyKey.test(text) || holderKey.test(text);
}

const topPhase = new RegExp(`^(?:\\s*\\{\\s*)?["']?(?:${phases})["']?\\s*:`, "m");

const sectionWithActions = new RegExp(
  `\\b(?:${directions}|${phases})["']?\\s*[:=][^]{0,500}?\\bactions\\b`,
);

const templateMark = /\{\{|\{%|<%/;

/** Checks whether a text that cannot be read as JSON or YAML is meant as a policy, or holds one where it is read. */
export function isMeantAsPolicy(text: string): boolean {
  if (topPhase.test(text) || (topKey.test(text) && /\bactions\b/.test(text))) return true;
  return holderKey.test(text) && hasSectionWithActions(text) && !isTemplate(text);
}

/** Checks whether a text in any syntax has the key of a section, and `actions` soon behind it. */
export function hasSectionWithActions(text: string): boolean {
  return sectionWithActions.test(text);
}

/** Checks whether a text is a template, from which a file is made. */
export function isTemplate(text: string): boolean {
  return templateMark.test(text);
}

/** Checks whether a text is a template of a manifest that holds a policy, whose rules may be elsewhere. */
export function isTemplateOfHolder(text: string): boolean {
  return isTemplate(text) && holderKey.test(text) && /\bngrok\.com\//.test(text);
}

/** Checks whether a policy is somewhere in a document, also as a text: a section, in whose rules are actions. */
export function hasPolicyInside(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return mayHoldPolicy(value) && hasSectionWithActions(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(hasPolicyInside);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(
    ([name, part]) => (isSectionName(name) && hasRule(part, ["actions"])) || hasPolicyInside(part),
  );
}

/**
 * Recognizes a document that is a policy, or holds or names one, by its content: a phase, or `inbound` or `outbound`
 * with rules. A key of such a name alone does not count.
 */
export function hasPolicyShape(document: JsonValue | undefined): boolean {
  if (!isJsonObject(document)) return false;
  const isMisplaced = missingPolicies(document).some(({ path }) => path !== "");
  const holdsAny = heldPolicies(document).length > 0 || namesFile(document);
  return isMisplaced || holdsAny || isPolicy(document);
}

function namesFile(document: JsonObject): boolean {
  return policyFilesNamedIn(document).some(({ isUrl }) => !isUrl);
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

function hasRule(
  rules: JsonValue | undefined,
  keys: readonly string[] = ["actions", "expressions"],
): boolean {
  if (!Array.isArray(rules)) return false;
  return (rules as readonly JsonValue[]).some(
    (rule) => isJsonObject(rule) && keys.some((name) => Object.hasOwn(rule, name)),
  );
}

import {
  isJsonObject,
  parseJson,
  type Dialect,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  describeDocumentError,
  endingOf,
  isInternalHost,
  TextPositions,
  type EndpointUrl,
} from "@traffic-policy/policy-language/internal";
import { parseYaml } from "@traffic-policy/policy-language/yaml";
import { CloudRefusal } from "../answers/cloud-refusal.ts";

export interface PolicyPlace {
  readonly url: EndpointUrl;
  readonly bindings: readonly string[];
}

/**
 * Checks the policy of a cloud endpoint as the service does on a write.
 *
 * @param text - JSON or YAML
 * @param dialect - the vocabulary; without it, checks that need a vocabulary are skipped
 * @throws Refusal 18011 for an empty text, 18002 with the cause for an invalid policy
 */
export function checkEndpointPolicy(
  text: string,
  place: PolicyPlace,
  dialect: Dialect | undefined,
): void {
  if (text === "") throw new CloudRefusal(18_011, "traffic_policy is empty.");
  const document = parsed(text);
  const sections = sectionsOf(document, dialect);
  for (const { rules } of sections) for (const rule of rules) checkActions(rule);
  if (dialect !== undefined) checkVocabulary(sections, place, dialect);
}

function checkVocabulary(
  sections: readonly PolicySection[],
  place: PolicyPlace,
  dialect: Dialect,
): void {
  const protocol = protocolOf(place.url);
  const isInternal = place.bindings.includes("internal") || isInternalHost(place.url.host);
  let ends = false;
  for (const { name, rules } of sections) {
    const stage = dialect.sections.get(name)?.stages[protocol];
    if (stage === undefined) {
      throw invalidPolicy(2230, `"${name}" is not a phase of policies for ${protocol}.`);
    }
    if (stage === "connect" && protocol === "http" && isInternal && rules.length > 0) {
      throw invalidPolicy(2262, `An internal endpoint for HTTP cannot have "${name}".`);
    }
    const comesBeforeUpstream = stage === "connect" || stage === "request";
    for (const rule of rules) {
      const isCertain = endsCertainly(rule, dialect);
      if (isCertain && comesBeforeUpstream) ends = true;
    }
  }
  if (!ends) {
    throw invalidPolicy(
      2235,
      "A cloud endpoint's policy has to end with an action that answers, forwards or closes, in a rule without expressions.",
    );
  }
}

function endsCertainly(rule: PolicyRule, dialect: Dialect): boolean {
  const { actions, expressions } = rule;
  for (const [index, { type, config }] of actions.entries()) {
    const definition = dialect.actions.get(type);
    if (definition === undefined) throw invalidPolicy(2201, `There is no action "${type}".`);
    if (endingOf(definition, (field) => config[field]) !== "always") continue;
    const next = actions[index + 1];
    if (next === undefined) return expressions.length === 0;
    throw invalidPolicy(2207, `The action "${next.type}" cannot be reached: "${type}" ends.`);
  }
  return false;
}

function parsed(text: string): JsonObject {
  const inJson = parseJson(text);
  const read = inJson.errors.length === 0 ? inJson : parseYaml(text);
  const [error] = read.errors;
  if (error !== undefined) {
    const { line } = new TextPositions(text).at(error.span.start);
    const { message } = describeDocumentError(error);
    throw invalidPolicy(2236, `It cannot be parsed, line ${line}: ${message}`);
  }
  if (isJsonObject(read.value)) return read.value;
  throw invalidPolicy(2236, "It cannot be parsed, line 1: a policy is an object.");
}

interface PolicyRule {
  readonly name: string;
  readonly expressions: readonly JsonValue[];
  readonly actions: readonly { readonly type: string; readonly config: JsonObject }[];
}

interface PolicySection {
  readonly name: string;
  readonly rules: readonly PolicyRule[];
}

function checkActions({ name, actions }: PolicyRule): void {
  if (actions.length === 0) throw invalidPolicy(2206, `${name} has no action.`);
}

/**
 * Returns the sections of a policy. Without a vocabulary, every list is a section; with a vocabulary, every key must
 * be a section.
 */
function sectionsOf(document: JsonObject, dialect: Dialect | undefined): PolicySection[] {
  return Object.entries(document).flatMap(([name, rules]) => {
    if (dialect === undefined && !Array.isArray(rules)) return [];
    if (dialect !== undefined && !dialect.sections.has(name)) {
      throw invalidPolicy(2230, `There is no phase "${name}".`);
    }
    const list = listIn(rules, `"${name}"`);
    return [{ name, rules: list.map((rule, index) => ruleIn(rule, `"${name}" ${index + 1}`)) }];
  });
}

function ruleIn(rule: JsonValue, place: string): PolicyRule {
  if (!isJsonObject(rule)) throw invalidPolicy(2236, `Rule ${place} is not an object.`);
  const { name, expressions, actions } = rule;
  return {
    name: typeof name === "string" ? `The rule "${name}"` : `Rule ${place}`,
    expressions: listIn(expressions, `"expressions" of rule ${place}`),
    actions: listIn(actions, `"actions" of rule ${place}`).map((action) => {
      if (!isJsonObject(action) || typeof action["type"] !== "string") {
        throw invalidPolicy(2236, `An action of rule ${place} has no "type".`);
      }
      const { type, config } = action;
      return { type, config: isJsonObject(config) ? config : {} };
    }),
  };
}

/** Reads a list. A missing list or null counts as empty. */
function listIn(value: JsonValue | undefined, what: string): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw invalidPolicy(2236, `${what} is not a list.`);
}

function protocolOf({ scheme }: EndpointUrl): Protocol {
  return scheme === "tcp" || scheme === "tls" ? scheme : "http";
}

/** @param cause - the number of the error that explains the problem */
function invalidPolicy(cause: number, sentence: string): CloudRefusal {
  return new CloudRefusal(18_002, `The policy is invalid: ${sentence}`, cause);
}

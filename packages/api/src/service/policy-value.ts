import { Type } from "@sinclair/typebox";
import {
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { describeDocumentError, sectionNames } from "@traffic-policy/policy-language/internal";
import { nullable } from "@traffic-policy/policy-language/service";
import { parseYaml } from "@traffic-policy/policy-language/yaml";
import { findFault } from "../fault.ts";

// Only what makes a value no policy at all. The service may know keys, actions and configs that
// this package does not; what is wrong in those is for lint to say.
const rulesSchema = nullable(
  Type.Array(
    Type.Object({
      name: Type.Optional(Type.String()),
      expressions: Type.Optional(nullable(Type.Array(Type.String()))),
      actions: Type.Array(
        Type.Object({ type: Type.String(), config: Type.Optional(nullable(Type.Object({}))) }),
      ),
    }),
  ),
);

const { directions, phases } = sectionNames;
const topLevelKeys: readonly string[] = [...directions, ...phases];

/**
 * Returns a clause that says why a text is not a policy document; undefined when it is.
 *
 * @param subject - subject of the clause: `"traffic_policy.value"`
 */
export function findPolicyFault(subject: string, text: string): string | undefined {
  const { value, errors } = parseJson(text);
  const [error] = errors;
  if (error === undefined) return findDocumentFault(subject, value);
  const { message } = describeDocumentError(error);
  return `${subject} is not JSON: ${message.replace(/\.$/, "")}`;
}

export function findDocumentFault(
  subject: string,
  value: JsonValue | undefined,
): string | undefined {
  if (!isJsonObject(value)) return `${subject} is not a policy document, which is a JSON object`;
  const keys = Object.keys(value);
  const known = topLevelKeys.filter((key) => Object.hasOwn(value, key));
  if (keys.length > 0 && known.length === 0) {
    const names = directions.map((name) => `"${name}"`).join(" nor ");
    return `${subject} is not a policy document: it has neither ${names}`;
  }
  return findRulesFault(subject, value, known);
}

/** Does the same for a text that a cloud endpoint is to hold: JSON or YAML, in phases. */
export function findPhasesFault(subject: string, text: string): string | undefined {
  if (text.trim() === "") return `${subject} is empty`;
  const { value, errors } = parseJson(text);
  const [error] = errors;
  if (error === undefined) return findPhasesDocumentFault(subject, value);
  const inYaml = policyInYaml(text);
  if (inYaml !== undefined) return findPhasesDocumentFault(subject, inYaml);
  const { message } = describeDocumentError(error);
  return `${subject} is neither a policy document in YAML nor JSON: ${message.replace(/\.$/, "")}`;
}

export function findPhasesDocumentFault(
  subject: string,
  value: JsonValue | undefined,
): string | undefined {
  if (!isJsonObject(value)) return `${subject} is not a policy document, which is a JSON object`;
  const direction = directions.find((key) => Object.hasOwn(value, key));
  if (direction !== undefined) {
    return `${subject} has "${direction}", which cloud endpoints do not support: \`traffic-policy migrate\` converts it to phases`;
  }
  const known = phases.filter((key) => Object.hasOwn(value, key));
  if (Object.keys(value).length > 0 && known.length === 0) {
    const names = phases.map((name) => `"${name}"`).join(", ");
    return `${subject} is not a policy document in phases: it has none of ${names}`;
  }
  return findRulesFault(subject, value, known);
}

/** Parses a policy in YAML. Almost every text is valid YAML, so only a value with the keys of a policy counts. */
export function policyInYaml(text: string): JsonValue | undefined {
  const { value, errors } = parseYaml(text);
  if (errors.length > 0 || !isJsonObject(value)) return undefined;
  return topLevelKeys.some((key) => Object.hasOwn(value, key)) ? value : undefined;
}

function findRulesFault(
  subject: string,
  value: JsonObject,
  keys: readonly string[],
): string | undefined {
  for (const key of keys) {
    const fault = findFault(Type.Object({ [key]: rulesSchema }), value);
    if (fault !== undefined) return `${subject} is not a policy document: ${fault.what}`;
  }
  return undefined;
}

import {
  isJsonObject,
  parseJson,
  serialize,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { describeDocumentError } from "@traffic-policy/policy-language/internal";
import type {
  TrafficPolicyModule,
  TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import { invalidBody } from "../answers/refusal.ts";

/**
 * Returns the module to store for a request: `enabled` has a default, and the value is serialized again.
 *
 * @param field - the name of the module's `value` in the request, for the error
 * @throws Refusal when the value is not the text of a JSON object
 */
export function storedModule(
  { enabled = true, value }: TrafficPolicyModuleInput,
  field: string,
): TrafficPolicyModule {
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error !== undefined) {
    throw invalidBody(`${field} is not JSON: ${describeDocumentError(error).message}`);
  }
  if (!isJsonObject(document)) throw invalidBody(`${field} is not a JSON object.`);
  return { enabled, value: writtenAsInGo(document) };
}

/**
 * Serializes JSON like the standard library of Go, which matches the contract's description of re-serialized values:
 * sorted keys, and escapes for characters that HTML and JavaScript misread. Integer keys come first because a
 * JavaScript object has no other order for them.
 */
function writtenAsInGo(document: JsonValue): string {
  // Outside of strings JSON has none of these characters.
  return serialize(sorted(document)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (!isJsonObject(value)) return value;
  const result = Object.create(null) as Record<string, JsonValue>;
  for (const [key, member] of Object.entries(value).toSorted(byBytes)) result[key] = sorted(member);
  return result;
}

function byBytes([one]: [string, unknown], [other]: [string, unknown]): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

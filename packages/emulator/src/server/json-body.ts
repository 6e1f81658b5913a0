import { describeDocumentError, parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { invalidBody } from "./refusal.ts";

/**
 * Parses the body of a request. An empty body is no value.
 *
 * @throws Refusal when it is not JSON in UTF-8, or has a key twice
 */
export function parseBody(bytes: Buffer): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  const { value, errors } = parseJson(decode(bytes));
  const [error] = errors;
  if (error === undefined) return value;
  throw invalidBody(`The body is not JSON: ${describeDocumentError(error).message}`);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody("The body is not UTF-8.");
  }
}

import { describeDocumentError, parseJson, type JsonValue } from "@traffic-policy/policy-language";

/** The document in the value of a module; or why there is none, as a sentence. */
export function documentIn(
  value: string,
): { readonly document: JsonValue } | { readonly reason: string } {
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error !== undefined) return { reason: describeDocumentError(error).message };
  return document === undefined ? { reason: "It is empty." } : { document };
}

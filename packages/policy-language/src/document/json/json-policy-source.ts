import { textPolicySource, type PolicySource } from "../policy-source.ts";
import { parseJson } from "./parse-json.ts";

/** Reads a policy document from the text of a JSON file. Never throws; see `errors`. */
export function jsonPolicySource(file: string, text: string): PolicySource {
  return textPolicySource(file, text, parseJson(text));
}

import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";

// The published schema of SARIF 2.1.0, as it comes with the npm package @microsoft/jest-sarif (MIT).
const {
  $schema: _draft4,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(new URL("sarif-2.1.0.schema.json", import.meta.url), "utf8")) as Record<
  string,
  unknown
>;
// It is written for draft 4 of JSON Schema, but has nothing that later drafts read differently.
const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  formats: { uri: isUri },
});
ajv.addFormat("uri-reference", isUriReference);
ajv.addFormat("date-time", true);
const validate = ajv.compile(schema);

function isUri(text: string): boolean {
  return URL.canParse(text);
}

function isUriReference(text: string): boolean {
  return /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/.test(text);
}

/** What the schema of SARIF finds fault with. */
export function sarifErrors(log: unknown): readonly ErrorObject[] {
  validate(log);
  return validate.errors ?? [];
}

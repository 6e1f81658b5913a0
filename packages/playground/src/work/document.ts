import {
  jsonPolicySource,
  type JsonValue,
  type Part,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";
import {
  describeDocumentError,
  documentsWithPolicies,
  utf8Size,
} from "@traffic-policy/policy-language/internal";
import type { InputName, Place, Problem } from "./messages.ts";
import { Refusal } from "./refusal.ts";

export interface ReadDocument {
  readonly value: JsonValue;
  readonly source: PolicySource;
  readonly language: "json" | "yaml";
}

/** The maximum size of each text in bytes. A browser recording is large. */
const mostBytes: Readonly<Record<InputName, number>> = {
  policy: 5_000_000,
  other: 5_000_000,
  exchange: 20_000_000,
  cases: 5_000_000,
  assertions: 5_000_000,
  settings: 5_000_000,
};

const names: Readonly<Record<InputName, string>> = {
  policy: "The policy",
  other: "The other version",
  exchange: "The exchange",
  cases: "The cases document",
  assertions: "The assertions document",
  settings: "The document with stubs",
};

/**
 * Reads a text as YAML, or as JSON when it begins like JSON and is not valid YAML.
 *
 * @throws Refusal when it is empty, too large, or neither
 */
export async function readDocument(text: string, input: InputName): Promise<ReadDocument> {
  checkText(text, input);
  const json = /^\s*[{[]/.test(text) ? jsonPolicySource(input, text) : undefined;
  const isJson = json?.errors.length === 0;
  const source = isJson && json !== undefined ? json : await yamlIn(text, input);
  const [error] = source.errors;
  if (error === undefined) {
    return { value: source.document ?? null, source, language: isJson ? "json" : "yaml" };
  }
  // It is told what is wrong with what it looks like.
  const told = json ?? source;
  const [first = error] = told.errors;
  const range = told.range?.(first.span);
  throw new Refusal({
    ...describeDocumentError(first),
    input,
    ...(range && { place: placeOf(range) }),
  });
}

async function yamlIn(text: string, input: InputName): Promise<PolicySource> {
  const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
  return yamlPolicySource(input, text);
}

/**
 * Reads the documents of a text that have policies; the first one where none has. Their errors are in them.
 *
 * @throws Refusal when the text is empty or too large
 */
export async function readPolicyDocuments(
  text: string,
  input: InputName,
  language: "json" | "yaml",
): Promise<readonly PolicySource[]> {
  checkText(text, input);
  if (language === "json") return [jsonPolicySource(input, text)];
  const { yamlPolicySources } = await import("@traffic-policy/policy-language/yaml");
  const documents = yamlPolicySources(input, text);
  const found = documentsWithPolicies(documents);
  return found.length === 0 ? documents.slice(0, 1) : found;
}

/** @throws Refusal when a text is empty or too large */
export function checkText(text: string, input: InputName): void {
  if (text.trim() === "") throw new Refusal({ message: `${names[input]} is empty.`, input });
  const most = mostBytes[input];
  // No character has more than three bytes for a unit.
  if (text.length * 3 <= most || utf8Size(text) <= most) return;
  const [has, limit] = [utf8Size(text), most].map((bytes) => bytes.toLocaleString("en"));
  throw new Refusal({
    message: `${names[input]} has ${has} bytes, more than the ${limit} that this page reads.`,
    help: "Work with it on the command line.",
    input,
  });
}

export function placeOf({ start, end }: SourceRange): Place {
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

export function placed(
  source: Pick<PolicySource, "locate">,
  pointer: string,
  part?: Part,
): { place?: Place } {
  const range = source.locate(pointer, part);
  return range === undefined ? {} : { place: placeOf(range) };
}

export interface PartProblem {
  /** JSON Pointer. */
  readonly path: string;
  readonly part?: Part | undefined;
  readonly message: string;
  readonly help?: string | undefined;
}

export function problemIn(
  source: Pick<PolicySource, "locate">,
  input: InputName,
  { path, part, message, help }: PartProblem,
): Problem {
  return { message, ...(help && { help }), input, ...placed(source, path, part) };
}

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
};

const names: Readonly<Record<InputName, string>> = {
  policy: "The policy",
  other: "The other version",
  exchange: "The exchange",
  cases: "The cases document",
  assertions: "The assertions document",
};

/**
 * Reads a text as JSON or YAML.
 *
 * @param language - when known; otherwise YAML, or JSON when the text begins like JSON and is not valid YAML
 * @throws Refusal when it is empty, too large, or neither
 */
export async function readDocument(
  text: string,
  input: InputName,
  language?: "json" | "yaml",
): Promise<ReadDocument> {
  checkText(text, input);
  const json = language === "yaml" ? undefined : jsonIn(text, input, language);
  const isJson = json?.errors.length === 0 || language === "json";
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

function jsonIn(
  text: string,
  input: InputName,
  language: "json" | undefined,
): PolicySource | undefined {
  const isLikeJson = language === "json" || /^\s*[{[]/.test(text);
  return isLikeJson ? jsonPolicySource(input, text) : undefined;
}

async function yamlIn(text: string, input: InputName): Promise<PolicySource> {
  const { yamlPolicySource, yamlPolicySources } =
    await import("@traffic-policy/policy-language/yaml");
  const isPolicy = input === "policy" || input === "other";
  const [only, second] = isPolicy ? documentsWithPolicies(yamlPolicySources(input, text)) : [];
  return only !== undefined && second === undefined ? only : yamlPolicySource(input, text);
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

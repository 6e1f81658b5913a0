import { valueAt } from "../../json-pointer.ts";
import type { JsonValue } from "../../json-value.ts";
import { parseJson } from "../parse-json.ts";
import type { SourceRange, Span } from "../../text/positions.ts";
import { parsedPolicySource, type ParsedDocument, type PolicySource } from "../policy-source.ts";
import { heldPolicies, type HeldPolicy } from "./held-policies.ts";
import { hasPolicyShape } from "../policy-shape.ts";
import { missingPolicies } from "./missing-policies.ts";

/** A policy of a file, with its place in the document that holds it. */
export interface HeldSource extends PolicySource {
  /** Undefined for a document that is the policy itself. */
  readonly held?: HeldPolicy;
}

/**
 * Returns the source of each policy in a document of a file: the document itself, or those that it holds. The document
 * follows them when one of its places for policies has something else.
 *
 * @param readText - reads a policy that is a text in the document; JSON alone by default
 */
export function heldSources(
  source: PolicySource,
  readText: (text: string) => ParsedDocument = parseJson,
): readonly HeldSource[] {
  const held = heldPolicies(source.document);
  if (held.length === 0) return [source];
  const policies = held.map((policy) =>
    policy.isText === true ? sourceOfText(source, policy, readText) : sourceOfPart(source, policy),
  );
  const isWrong = missingPolicies(source.document ?? null).length > 0;
  return isWrong ? [...policies, source] : policies;
}

/**
 * Returns the documents of a file that have a policy, or cannot be read. Where none has one, returns those with an empty
 * place for a policy; the only document of a file is always returned.
 */
export function documentsWithPolicies(documents: readonly PolicySource[]): readonly PolicySource[] {
  if (documents.length < 2) return documents;
  const holding = documents.filter(
    ({ document }) => document === undefined || hasPolicyShape(document),
  );
  if (holding.length > 0) return holding;
  return documents.filter(({ document = null }) => missingPolicies(document).length > 0);
}

/** Returns the texts in a document that are policies. */
export function heldTexts(document: JsonValue | undefined): readonly string[] {
  return heldPolicies(document).flatMap(({ root, isText }) => {
    const text = isText === true && document !== undefined ? valueAt(document, root) : undefined;
    return typeof text === "string" ? [text] : [];
  });
}

function sourceOfPart(source: PolicySource, held: HeldPolicy): HeldSource {
  const { root } = held;
  const { written, document } = source;
  return {
    ...source,
    held,
    document: document === undefined ? undefined : valueAt(document, root),
    locate: (pointer, part) => source.locate(root + pointer, part),
    ...(written && { written: { ...written, at: (pointer) => written.at(root + pointer) } }),
  };
}

function sourceOfText(
  source: PolicySource,
  held: HeldPolicy,
  readText: (text: string) => ParsedDocument,
): HeldSource {
  const { file, document = null } = source;
  const { root, unread } = held;
  const text = valueAt(document, root);
  // What is sensitive or unknown has no place, so that nothing of it is printed.
  if (unread !== undefined || typeof text !== "string") {
    const locate = (): ReturnType<PolicySource["locate"]> => source.locate(root, "key");
    return { file, held, document: undefined, errors: [], locate };
  }
  const range = (span: Span): SourceRange =>
    source.locate(root, span) ?? { file, start: nowhere, end: nowhere };
  return { ...parsedPolicySource(file, readText(text), range), held };
}

const nowhere = { line: 1, column: 1 };

import { toPointer, valueAt } from "../../json-pointer.ts";
import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { parseJson } from "../parse-json.ts";
import type { SourceRange, Span } from "../../text/positions.ts";
import { parsedPolicySource, type ParsedDocument, type PolicySource } from "../policy-source.ts";
import { heldPolicies, holderPlaces, type HeldPolicy } from "./held-policies.ts";
import { holderOf, manifestsIn } from "./kubernetes.ts";
import { hasPolicyInside, hasPolicyShape } from "../policy-shape.ts";
import { missingPolicies } from "./missing-policies.ts";

/** A policy of a file, with its place in the document that holds it. */
export interface HeldSource extends PolicySource {
  /** Undefined for a document that is the policy itself. */
  readonly held?: HeldPolicy;
  /** The range of the text in the file, of a policy that is a text in a document. */
  readonly text?: SourceRange | undefined;
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
  const passedOver = passedOverPolicies(source, held.length > 0);
  if (held.length === 0) return passedOver.length > 0 ? passedOver : [source];
  const policies = held.map((policy) =>
    policy.isText === true ? sourceOfText(source, policy, readText) : sourceOfPart(source, policy),
  );
  const isWrong = missingPolicies(source.document ?? null).length > 0;
  return [...policies, ...passedOver, ...(isWrong ? [source] : [])];
}

/** Returns the policies of a file's documents and items that are inside something else, beside those that are read. */
function passedOverPolicies(source: PolicySource, isBesideOthers: boolean): readonly HeldSource[] {
  const { document, index, file } = source;
  const isPolicy = !isBesideOthers && (index === undefined || hasPolicyShape(document));
  if (!isJsonObject(document) || isPolicy) return [];
  const manifests = manifestsIn(document);
  const parts = manifests.length > 0 ? manifests : [{ base: [], manifest: document }];
  return parts
    .filter(({ manifest }) => holderPlaces(manifest).length === 0 && hasPolicyInside(manifest))
    .map(({ base, manifest }): HeldSource => {
      const root = toPointer(base);
      const { name } = holderOf(manifest);
      const unread = `inside ${name === "" ? "something else" : `a ${manifest["kind"]}`}`;
      const holder = { name: name === "" ? `document ${(index ?? 0) + 1}` : name };
      const held = { holder, path: base, root, unread, isElsewhere: true };
      return { file, held, document: undefined, errors: [], locate: () => source.locate(root) };
    });
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
  if (holding.length > 0) {
    return documents.filter((one) => holding.includes(one) || hasPolicyInside(one.document));
  }
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
  const { file, document = null, isOutput = false } = source;
  const { root, unread } = held;
  const text = valueAt(document, root);
  // What is sensitive or unknown has no place, so that nothing of it is printed.
  if (unread !== undefined || typeof text !== "string") {
    const locate = (): ReturnType<PolicySource["locate"]> => source.locate(root, "key");
    return { file, held, isOutput, document: undefined, errors: [], locate };
  }
  const range = (span: Span): SourceRange =>
    source.locate(root, span) ?? { file, start: nowhere, end: nowhere };
  const place = source.locate(root);
  return { ...parsedPolicySource(file, readText(text), range), held, isOutput, text: place };
}

const nowhere = { line: 1, column: 1 };

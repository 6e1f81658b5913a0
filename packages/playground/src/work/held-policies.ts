import {
  heldSources,
  heldTextReader,
  withDistinctNames,
  type HeldSource,
} from "@traffic-policy/policy-language/internal";
import { readPolicyDocuments } from "./document.ts";
import type { PolicyText } from "./messages.ts";

type DocumentText = Exclude<PolicyText, { readonly language: "typescript" }>;

/** The policies of a text. */
interface PoliciesInText {
  /** The text itself where it holds none. */
  readonly all: readonly HeldSource[];
  /** The first one that can be read; the first one where none can. */
  readonly usual: HeldSource | undefined;
}

/**
 * Finds the policies in a text, as the command finds those of a file.
 *
 * @throws Refusal when the text is empty or too large
 */
export async function heldPoliciesIn(
  { text, language }: DocumentText,
  input: "policy" | "other",
): Promise<PoliciesInText> {
  const documents = await readPolicyDocuments(text, input, language);
  const reader = await heldTextReader(documents);
  const sources = documents.flatMap((document) => {
    const held = heldSources(document, reader);
    // A document with a mistake in one of its places follows the policies of the others.
    return held.length > 1 ? held.filter((source) => source !== document) : held;
  });
  const all = withDistinctNames(sources);
  const usual = all.find(({ held, errors }) => held?.unread === undefined && errors.length === 0);
  return { all, usual: usual ?? all[0] };
}

/** Returns the name by which a policy is chosen among those of its text. */
export function nameOf(source: HeldSource, all: readonly HeldSource[]): string {
  return source.held?.holder.name ?? `document ${(source.index ?? all.indexOf(source)) + 1}`;
}

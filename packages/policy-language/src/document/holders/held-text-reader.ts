import { parseJson } from "../parse-json.ts";
import type { ParsedDocument, PolicySource } from "../policy-source.ts";
import { heldTexts } from "./held-sources.ts";

/** Returns the reader of policies that are texts in documents, for `heldSources`. Only YAML loads its parser. */
export async function heldTextReader(
  documents: readonly Pick<PolicySource, "document">[],
): Promise<(text: string) => ParsedDocument> {
  const texts = documents.flatMap(({ document }) => heldTexts(document));
  if (texts.every(isJsonText)) return parseJson;
  const { parseYaml } = await import("../yaml/index.ts");
  return (text) => (isJsonText(text) ? parseJson(text) : parseYaml(text));
}

function isJsonText(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

import type { EditorDocument } from "./editor-document.ts";
import { expressionAt, type PlacedExpression } from "./expressions.ts";
import { jsonPlaceAt } from "./json-places.ts";
import type { Places, WrittenPlace } from "./written-place.ts";
import { yamlItemPlacesAt, yamlPlacesAt } from "./yaml-places.ts";

/** What something that is written at an offset of a document could be. */
export function writtenPlacesAt(document: EditorDocument, offset: number): Places {
  if (document.language === "code" || document.isTooLong) return {};
  if (document.language === "yaml") return yamlPlacesAt(document, offset);
  const place = jsonPlaceAt(document, offset);
  return place?.isKey === true ? { key: place } : { value: place };
}

/** What an item of a list could be at an offset of an empty line of YAML, with its dash. */
export function dashedPlacesAt(document: EditorDocument, offset: number): Places {
  return document.language === "yaml" && !document.isTooLong
    ? yamlItemPlacesAt(document, offset)
    : {};
}

/** Whether nothing else can be at a place with a dash: other items of its list are there, right of the keys around. */
export function isAmongItems(text: string, { around, replaced }: WrittenPlace): boolean {
  const [outer, list] = around.slice(-2);
  const columnOf = (offset: number): number => offset - text.lastIndexOf("\n", offset - 1);
  const hasOthers = list?.kind === "list" && list.items.length > 1;
  return hasOthers && columnOf(outer?.start ?? 0) < columnOf(replaced.start);
}

/** The expression that is being written at an offset: also behind a space at the end of a line, which is not in it yet. */
export function writtenExpressionAt(
  document: EditorDocument,
  offset: number,
  place = writtenPlacesAt(document, offset).value,
): PlacedExpression | undefined {
  if (document.language === "code") return document.expressionAt(offset);
  if (place === undefined || place.isKey) return undefined;
  const { root, text: node, path } = place;
  return expressionAt(root, { node, path }, offset, document.surroundings);
}

import { jsonPlaceAt } from "./json-places.ts";
import type { EditedDocument, Places, WrittenPlace } from "./written-place.ts";
import { yamlItemPlacesAt, yamlPlacesAt } from "./yaml-places.ts";

/** Returns the possible roles of a text written at an offset of a document. */
export function writtenPlacesAt(document: EditedDocument, offset: number): Places {
  if (document.language === "code") return {};
  if (document.language === "yaml") return yamlPlacesAt(document, offset);
  const place = jsonPlaceAt(document, offset);
  return place?.isKey === true ? { key: place } : { value: place };
}

/** Returns the possible roles of a list item, with its dash, at an offset of an empty line of YAML. */
export function dashedPlacesAt(document: EditedDocument, offset: number): Places {
  return document.language === "yaml" ? yamlItemPlacesAt(document, offset) : {};
}

/**
 * True when only a list item can stand at a place: other items of its list are there, to the right of the surrounding
 * keys.
 */
export function isAmongItems(text: string, { around, replaced }: WrittenPlace): boolean {
  const [outer, list] = around.slice(-2);
  const columnOf = (offset: number): number => offset - text.lastIndexOf("\n", offset - 1);
  const hasOthers = list?.kind === "list" && list.items.length > 1;
  return hasOthers && columnOf(outer?.start ?? 0) < columnOf(replaced.start);
}

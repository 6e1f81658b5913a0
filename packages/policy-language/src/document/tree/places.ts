import { jsonPlaceAt } from "./json-places.ts";
import type { EditedDocument, Places, WrittenPlace } from "./written-place.ts";
import { yamlItemPlacesAt, yamlPlacesAt } from "./yaml-places.ts";

/** What something that is written at an offset of a document could be. */
export function writtenPlacesAt(document: EditedDocument, offset: number): Places {
  if (document.language === "code") return {};
  if (document.language === "yaml") return yamlPlacesAt(document, offset);
  const place = jsonPlaceAt(document, offset);
  return place?.isKey === true ? { key: place } : { value: place };
}

/** What an item of a list could be at an offset of an empty line of YAML, with its dash. */
export function dashedPlacesAt(document: EditedDocument, offset: number): Places {
  return document.language === "yaml" ? yamlItemPlacesAt(document, offset) : {};
}

/** Whether nothing else can be at a place with a dash: other items of its list are there, right of the keys around. */
export function isAmongItems(text: string, { around, replaced }: WrittenPlace): boolean {
  const [outer, list] = around.slice(-2);
  const columnOf = (offset: number): number => offset - text.lastIndexOf("\n", offset - 1);
  const hasOthers = list?.kind === "list" && list.items.length > 1;
  return hasOthers && columnOf(outer?.start ?? 0) < columnOf(replaced.start);
}

import type { Location } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { locationsOf, namedAt, placesOf } from "../documents/names.ts";

export function references(
  document: EditorDocument,
  offset: number,
  withDefinitions: boolean,
): Location[] {
  const named = namedAt(document, offset);
  const places = named === undefined ? [] : placesOf(document, named);
  return locationsOf(
    document,
    places.filter(({ isDefinition }) => withDefinitions || !isDefinition),
  );
}

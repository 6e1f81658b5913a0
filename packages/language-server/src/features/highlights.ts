import { DocumentHighlightKind, type DocumentHighlight } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import { highlights } from "../expression/highlights.ts";
import { namedAt, placesOf, variableAt } from "./names.ts";

/** The other places in a document that mean the same as the name at an offset. */
export function documentHighlights(document: EditorDocument, offset: number): DocumentHighlight[] {
  const { positions } = document;
  const expression = document.expressionAt(offset);
  const variable = variableAt(document, offset);
  if (expression !== undefined && variable === undefined) {
    return highlights(expression.site, offsetIn(expression, offset)).map((span) => ({
      range: positions.rangeOf(rangeIn(expression, span)),
      kind: DocumentHighlightKind.Read,
    }));
  }
  const named = variable ?? namedAt(document, offset);
  if (named === undefined) return [];
  return placesOf(document, named)
    .filter(({ policy }) => policy === named.place.policy)
    .map((place) => ({
      range: positions.rangeOf(place),
      kind: place.isDefinition ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    }));
}

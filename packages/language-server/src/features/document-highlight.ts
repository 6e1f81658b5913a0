import { DocumentHighlightKind, type DocumentHighlight } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import { namedAt, placesOf, variableAt } from "../documents/names.ts";
import type { Span } from "@traffic-policy/policy-language";
import type { ExpressionSite } from "../expression/expression-site.ts";
import { type Name, nameAt } from "../expression/names.ts";
import { Tokens } from "@traffic-policy/policy-language/editing";

export function documentHighlight(document: EditorDocument, offset: number): DocumentHighlight[] {
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

/**
 * Returns all uses of the name at an offset, including itself. A part of a variable's name matches with everything
 * before it; a name that a macro binds matches only in the same binding.
 */
export function highlights(site: ExpressionSite, offset: number): Span[] {
  const tokens = new Tokens(site.text);
  const index = tokens.at(offset);
  const name = index === undefined ? undefined : nameAt(site, tokens, index);
  if (name === undefined || index === undefined) return [];
  const wanted = keyOf(name, tokens.word(index));
  return tokens.list.flatMap((_token, at) => {
    const other = nameAt(site, tokens, at);
    if (other === undefined || keyOf(other, tokens.word(at)) !== wanted) return [];
    return [tokens.span(firstOf(other, at), at)];
  });
}

function keyOf(name: Name, word: string): string {
  switch (name.kind) {
    case "local":
      return `local ${name.binding.declaration}`;
    case "variable":
      return `variable ${name.path.join(".")}`;
    default:
      return `${name.kind} ${word}`;
  }
}

function firstOf(name: Name, index: number): number {
  return name.kind === "variable" ? name.first : index;
}
